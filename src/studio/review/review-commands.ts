import { Check, LayoutGrid, SquarePen, Trash2 } from 'lucide-react'
import { findItem, type Item } from '#library/items/item.ts'
import { selectedItem } from '#library/items/item-list.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { gridItems, groupOf, nextInDoubt } from './reviewed-items.ts'

const texts = messages.review

type Parts = Pick<KindParts, 'list' | 'editor' | 'viewer' | 'review' | 'announcer'>

/**
 * What keys do in the grid of results, and what leads to it. In the grid the selected item is the one with the focus.
 */
export const reviewCommands = ({ list, editor, viewer, review, announcer }: Parts): readonly Command[] => {
  const inGrid = (): Item | null => {
    const item = review.get().isOpen ? selectedItem(list.get()) : null
    return item && shown().includes(item) ? item : null
  }
  const shown = () => gridItems(list.get().items, review.get(), list)
  /** In the stage all are looked through in the order of the list. */
  const next = (id: string | null): Item | null =>
    nextInDoubt(review.get().isOpen ? shown() : list.get().items, id, list)
  const goOn = (to: Item | null) => {
    if (to) list.select(to.id)
    else announcer.announce(texts.noneLeft)
  }
  const open = () => {
    const { selectedId } = list.get()
    review.set((state) => ({ ...state, isOpen: true, openedId: null }))
    const order = shown()
    const selected = order.find(({ id }) => id === selectedId)
    const isDoubted = selected && groupOf(selected, list) === 'look'
    const first = nextInDoubt(order, null, list) ?? selected ?? order[0]
    if (first && !isDoubted) list.select(first.id)
  }
  const close = () => review.set((state) => ({ ...state, isOpen: false }))
  /** What was opened from the grid is still shown. */
  const isVisiting = () => {
    const { isOpen, openedId } = review.get()
    return !isOpen && openedId !== null && openedId === list.get().selectedId
  }
  const leadBack = () => {
    const { openedId } = review.get()
    // Its place is that before it was mended, and no longer in doubt.
    const to = nextInDoubt(
      gridItems(list.get().items, { ...review.get(), group: null }, list),
      openedId,
      list,
    )
    open()
    if (to) list.select(to.id)
  }
  /** No command of the selected item has this key now: the review is no part of its stage. */
  const isFree = (key: string): boolean => {
    const item = selectedItem(list.get())
    if (review.get().isOpen || !item) return true
    const own = list.kindOf(item).commands.filter(({ keys }) => keys.includes(key))
    return own.every(({ applies }) => applies?.(item) === false)
  }
  let hadTool = false
  editor.subscribe(() => {
    const hasTool = editor.get().tool !== null
    if (hadTool && !hasTool && isVisiting()) leadBack()
    hadTool = hasTool
  })
  let { besideId: wasBeside } = viewer.get()
  viewer.subscribe(() => {
    const { besideId } = viewer.get()
    if (wasBeside !== null && besideId === null && isVisiting()) {
      // Who took nothing is back where they were.
      if (findItem(list.get().items, wasBeside)?.isLookedAt) leadBack()
      else review.set((state) => ({ ...state, isOpen: true, openedId: null }))
    }
    wasBeside = besideId
  })
  /** Leaves the grid for an item, to which the end of that leads back. */
  const visit = (item: Item) => review.set((state) => ({ ...state, isOpen: false, openedId: item.id }))
  const besideOf = (item: Item) =>
    list.kindOf(item).commands.find(({ id, applies }) => id === 'sideBySide' && applies?.(item))
  return [
    {
      id: 'review',
      keys: ['g'],
      icon: () => LayoutGrid,
      label: () => (review.get().isOpen ? texts.close : texts.open),
      applies: () => isFree('g') && (review.get().isOpen || shown().length > 0),
      run: () => (review.get().isOpen ? close() : open()),
    },
    {
      id: 'back',
      keys: ['Escape'],
      applies: () =>
        review.get().isOpen || (isVisiting() && editor.get().tool === null && viewer.get().besideId === null),
      run: () => (isVisiting() ? leadBack() : close()),
    },
    {
      id: 'keepResult',
      keys: ['k', 'Enter', ' '],
      shownKeys: ['K', messages.keys.enter],
      icon: () => Check,
      label: () => texts.keep,
      applies: () => {
        const item = inGrid()
        return item !== null && list.kindOf(item).phase(item) === 'done'
      },
      run: () => {
        const item = inGrid()
        if (!item) return
        const to = next(item.id)
        list.update(item.id, (before) => ({ ...before, isLookedAt: true }))
        goOn(to)
      },
    },
    {
      id: 'fixResult',
      keys: ['f', 'b'],
      icon: () => SquarePen,
      label: () => texts.fix,
      applies: () => inGrid() !== null,
      run: () => {
        const item = inGrid()
        if (!item) return
        visit(item)
        if (list.kindOf(item).isEditable(item)) beginEditing(editor, true)
      },
    },
    {
      id: 'sideBySide',
      keys: ['t'],
      applies: () => {
        const item = inGrid()
        return item !== null && besideOf(item) !== undefined
      },
      run: () => {
        const item = inGrid()
        if (!item) return
        visit(item)
        besideOf(item)?.run?.(item)
      },
    },
    {
      id: 'remove',
      keys: ['Delete'],
      icon: () => Trash2,
      label: () => texts.takeOut,
      applies: () => inGrid() !== null,
      run: () => {
        const item = inGrid()
        if (!item) return
        const order = shown()
        const at = order.indexOf(item)
        const to = order[at + 1] ?? order[at - 1]
        list.remove([item.id])
        if (to) list.select(to.id)
        else if (shown().length === 0) close()
      },
    },
    {
      id: 'nextInDoubt',
      keys: ['j'],
      applies: () => list.get().items.length > 1,
      run: () => goOn(next(list.get().selectedId)),
    },
  ]
}
