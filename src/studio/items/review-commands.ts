import { Check, LayoutGrid, SquarePen, Trash2 } from 'lucide-react'
import { findItem, type Item } from '#library/items/item.ts'
import { selectedItem } from '#library/items/item-list.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { placeOf } from '#studio/state/modes.ts'
import type { KindParts } from './kind-parts.ts'
import { gridItems, groupOf, nextInDoubt } from './reviewed-items.ts'

const texts = messages.review

type Parts = Pick<KindParts, 'list' | 'editor' | 'modes' | 'review' | 'announcer'>

/**
 * What keys do in the grid of results, and what leads to it. In the grid the selected item is the one with the focus.
 */
export const reviewCommands = ({ list, editor, modes, review, announcer }: Parts): readonly Command[] => {
  const isOpen = () => placeOf(modes.get()) === 'grid'
  const inGrid = (): Item | null => {
    const item = isOpen() ? selectedItem(list.get()) : null
    return item && shown().includes(item) ? item : null
  }
  const shown = () => gridItems(list.get().items, review.get(), list)
  /** In the stage all are looked through in the order of the list. */
  const next = (id: string | null): Item | null =>
    nextInDoubt(isOpen() ? shown() : list.get().items, id, list)
  const goOn = (to: Item | null) => {
    if (to) list.select(to.id)
    else announcer.announce(texts.noneLeft)
  }
  const selectFirst = () => {
    const { selectedId } = list.get()
    const order = shown()
    const selected = order.find(({ id }) => id === selectedId)
    const isDoubted = selected && groupOf(selected, list) === 'look'
    const first = nextInDoubt(order, null, list) ?? selected ?? order[0]
    if (first && !isDoubted) list.select(first.id)
  }
  const close = () => modes.leave('grid')
  /** In the grid again, after what was opened from it. */
  const goOnAfter = (id: string) => {
    // Its place is that before it was mended, and no longer in doubt.
    const to = nextInDoubt(gridItems(list.get().items, { ...review.get(), group: null }, list), id, list)
    selectFirst()
    if (to) list.select(to.id)
  }
  /** No command of the selected item has this key now: the review is no part of its stage. */
  const isFree = (key: string): boolean => {
    const item = selectedItem(list.get())
    if (isOpen() || !item) return true
    const own = list.kindOf(item).commands.filter(({ keys }) => keys.includes(key))
    return own.every(({ applies }) => applies?.(item) === false)
  }
  /** The selected item where it can be shown beside another result. */
  const besideItem = (): Item | null => {
    const item = inGrid()
    const { commands = [] } = item ? list.kindOf(item) : {}
    return item && commands.some(({ id, applies }) => id === 'sideBySide' && applies?.(item)) ? item : null
  }
  return [
    {
      id: 'review',
      keys: ['g'],
      icon: () => LayoutGrid,
      label: () => (isOpen() ? texts.close : texts.open),
      applies: () => isFree('g') && (isOpen() || shown().length > 0),
      run: () => {
        if (isOpen()) return close()
        modes.enter({ name: 'grid' })
        selectFirst()
      },
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
        const { id } = item
        const visit = { itemId: id, onLeave: () => goOnAfter(id) }
        if (list.kindOf(item).isEditable(item)) beginEditing({ editor, modes }, visit)
        else modes.enter({ name: 'visit', ...visit })
      },
    },
    {
      id: 'sideBySide',
      keys: ['t'],
      applies: () => besideItem() !== null,
      run: () => {
        const { id: itemId } = besideItem() ?? {}
        if (itemId === undefined) return
        // Who took nothing is back where they were.
        const onLeave = () => findItem(list.get().items, itemId)?.isLookedAt && goOnAfter(itemId)
        modes.enter({ name: 'beside', itemId, onLeave })
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
