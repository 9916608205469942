import type { Item } from '#library/items/item.ts'
import type { PageList } from './media-kind.ts'
import type { ResultGroup, ReviewOrder, ReviewState } from './review-state.ts'

type Kinds = Pick<PageList, 'kindOf'>

/** The group of an item; null before it has a result. */
export const groupOf = (item: Item, { kindOf }: Kinds): ResultGroup | null => {
  const kind = kindOf(item)
  switch (kind.phase(item)) {
    case 'done':
      return kind.isUncertain(item) ? 'look' : 'done'
    case 'failed':
    case 'unreadable':
      return 'failed'
    default:
      return null
  }
}

/** The listed group; null if it is empty. */
export const listedGroup = (
  items: readonly Item[],
  { group }: Pick<ReviewState, 'group'>,
  kinds: Kinds,
): ResultGroup | null =>
  group !== null && items.some((item) => groupOf(item, kinds) === group) ? group : null

/** The items of the listed group, or all. */
export const listedItems = (
  items: readonly Item[],
  state: Pick<ReviewState, 'group'>,
  kinds: Kinds,
): readonly Item[] => {
  const group = listedGroup(items, state, kinds)
  return group === null ? items : items.filter((item) => groupOf(item, kinds) === group)
}

const names = new Intl.Collator(undefined, { numeric: true })

/** Sorts items; by doubt the most uncertain first, checked or not, so that checking moves no item. */
const inOrder = (items: readonly Item[], order: ReviewOrder, { kindOf }: Kinds): readonly Item[] => {
  if (order === 'time') return items
  if (order === 'name') return items.toSorted((a, b) => names.compare(a.name, b.name))
  const doubts = new Map(items.map((item) => [item, kindOf(item).doubt(item)]))
  return items.toSorted((a, b) => (doubts.get(b) ?? 0) - (doubts.get(a) ?? 0))
}

/** The items of the grid: the listed group, or all finished items. */
export const gridItems = (
  items: readonly Item[],
  state: Pick<ReviewState, 'group' | 'order'>,
  kinds: Kinds,
): readonly Item[] => {
  const listed = listedItems(items, state, kinds)
  const isFailed = listedGroup(items, state, kinds) === 'failed'
  const shown = listed.filter((item) => isFailed || kinds.kindOf(item).phase(item) === 'done')
  return inOrder(shown, state.order, kinds)
}

/** The next item to check after `id`, wrapping around at the end; null if there is no other. */
export const nextInDoubt = (ordered: readonly Item[], id: string | null, kinds: Kinds): Item | null => {
  const at = ordered.findIndex((item) => item.id === id)
  const after = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(0, at))]
  return after.find((item) => groupOf(item, kinds) === 'look') ?? null
}
