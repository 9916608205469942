import type { Item } from '#library/items/item.ts'
import type { PageList } from './media-kind.ts'
import type { ResultGroup, ReviewOrder, ReviewState } from './review-state.ts'

type Kinds = Pick<PageList, 'kindOf'>

/** What an item is counted as; null before there is a result. */
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

/** The group that is listed: none any more where nothing belongs to it. */
export const listedGroup = (
  items: readonly Item[],
  { group }: Pick<ReviewState, 'group'>,
  kinds: Kinds,
): ResultGroup | null =>
  group !== null && items.some((item) => groupOf(item, kinds) === group) ? group : null

/** The items of the group that is listed, or all. */
export const listedItems = (
  items: readonly Item[],
  state: Pick<ReviewState, 'group'>,
  kinds: Kinds,
): readonly Item[] => {
  const group = listedGroup(items, state, kinds)
  return group === null ? items : items.filter((item) => groupOf(item, kinds) === group)
}

const names = new Intl.Collator(undefined, { numeric: true })

/**
 * Sorts items; by doubt the most doubtful first, whether a person has looked at them or not, so that none moves under
 * one's hands.
 */
const inOrder = (items: readonly Item[], order: ReviewOrder, { kindOf }: Kinds): readonly Item[] => {
  if (order === 'time') return items
  if (order === 'name') return items.toSorted((a, b) => names.compare(a.name, b.name))
  const doubts = new Map(items.map((item) => [item, kindOf(item).doubt(item)]))
  return items.toSorted((a, b) => (doubts.get(b) ?? 0) - (doubts.get(a) ?? 0))
}

/** What the grid shows: finished items, or the group that is listed. */
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

/**
 * The next item after the one with `id` to look at, from the first one on again behind the last; null where there is no
 * other.
 */
export const nextInDoubt = (ordered: readonly Item[], id: string | null, kinds: Kinds): Item | null => {
  const at = ordered.findIndex((item) => item.id === id)
  const after = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(0, at))]
  return after.find((item) => groupOf(item, kinds) === 'look') ?? null
}
