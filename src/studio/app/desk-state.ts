/** Something on the list: a picture or a video, by the name its own queue knows it by. */
export type Entry = { readonly kind: 'image' | 'video'; readonly id: string }

/** The list as it is shown: pictures and videos in the order they came, and which of them is on the stage. */
export type Desk = { readonly entries: readonly Entry[]; readonly selectedId: string | null }

export const emptyDesk: Desk = { entries: [], selectedId: null }

/**
 * The desk once the queues hold `present`, in the order of the queues. What came newly is put at the
 * end; the first of it that `mayShow` goes on the stage if that is empty. What was on the stage and is
 * gone leaves its place to its neighbour. What was taken out and is back stands where `order` remembers it.
 */
export const laidOut = (
  desk: Desk,
  present: readonly Entry[],
  mayShow: (entry: Entry) => boolean,
  order: readonly string[] = [],
): Desk => {
  const isPresent = ({ id }: Entry) => present.some((entry) => entry.id === id)
  const stayed = desk.entries.filter(isPresent)
  const came = present.filter(({ id }) => !desk.entries.some((entry) => entry.id === id))
  if (came.length === 0 && stayed.length === desk.entries.length) return desk
  const rank = ({ id }: Entry) => (order.includes(id) ? order.indexOf(id) : order.length)
  const entries = [...stayed, ...came].sort((a, b) => rank(a) - rank(b))
  const at = desk.entries.findIndex(({ id }) => id === desk.selectedId)
  const isGone = at >= 0 && !entries.some(({ id }) => id === desk.selectedId)
  const heir = entries[Math.min(at, entries.length - 1)]?.id ?? null
  const kept = isGone ? heir : desk.selectedId
  return { entries, selectedId: kept ?? came.find(mayShow)?.id ?? null }
}

/** The neighbour of what is on the stage, around the end; null on an empty desk. */
export const entryAfter = ({ entries, selectedId }: Desk): Entry | null =>
  entries[(entries.findIndex(({ id }) => id === selectedId) + 1) % entries.length] ?? null

export const selectedEntry = ({ entries, selectedId }: Desk): Entry | null =>
  entries.find(({ id }) => id === selectedId) ?? null
