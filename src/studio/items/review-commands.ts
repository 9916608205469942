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

/** Keys in the grid of results, and the key that opens it. In the grid the selected item has the focus. */
export const reviewCommands = ({ list, editor, modes, review, announcer }: Parts): readonly Command[] => {
  const isOpen = () => placeOf(modes.get()) === 'grid'
  const inGrid = (): Item | null => {
    const item = isOpen() ? selectedItem(list.get()) : null
    return item && shown().includes(item) ? item : null
  }
  const shown = () => gridItems(list.get().items, review.get(), list)
  /** The stage goes through all items in the order of the list. */
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
  /** Selects the next item to check after an item that was opened from the grid is left. */
  const goOnAfter = (id: string) => {
    // Searches from the item's place before it was edited.
    const to = nextInDoubt(gridItems(list.get().items, { ...review.get(), group: null }, list), id, list)
    selectFirst()
    if (to) list.select(to.id)
  }
  /** Whether the key is free: in the grid, or if no command of the selected item uses it now. */
  const isFree = (key: string): boolean => {
    const item = selectedItem(list.get())
    if (isOpen() || !item) return true
    const own = list.kindOf(item).commands.filter(({ keys }) => keys.includes(key))
    return own.every(({ applies }) => applies?.(item) === false)
  }
  /** The selected item if it can be compared with another result. */
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
        // A user who took nothing stays at the item.
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
