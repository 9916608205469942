import type { ImageAnswer } from '#contract/image-answer.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'

/** A picture as it came in. `name` has the extension it came with. */
export type Picture = { readonly id: string; readonly file: Blob; readonly name: string }

export type ItemState = 'waiting' | 'working' | 'done' | 'failed' | 'cancelled'

export type QueueItem = Picture & {
  readonly state: ItemState
  /** What its running request reports; null while none runs. */
  readonly progress: Progress | null
  /** The first result; shown until the recipe asks for another. */
  readonly answer: ImageAnswer | null
  readonly error: ServiceError | null
}

export type QueueState = { readonly items: readonly QueueItem[]; readonly selectedId: string | null }

export const emptyQueue: QueueState = { items: [], selectedId: null }

export type QueueEvent =
  | { readonly type: 'added'; readonly pictures: readonly Picture[] }
  | { readonly type: 'selected' | 'removed' | 'started' | 'cancelled' | 'retried'; readonly id: string }
  | { readonly type: 'progressed'; readonly id: string; readonly progress: Progress | null }
  | { readonly type: 'finished'; readonly id: string; readonly answer: ImageAnswer }
  | { readonly type: 'failed'; readonly id: string; readonly error: ServiceError }
  | { readonly type: 'cleared' }

/** The only way the queue changes. An event for an item that is gone changes nothing. */
export function advanceQueue(state: QueueState, event: QueueEvent): QueueState {
  switch (event.type) {
    case 'added':
      return {
        items: [...state.items, ...event.pictures.map(waiting)],
        selectedId: state.selectedId ?? event.pictures[0]?.id ?? null,
      }
    case 'selected':
      return find(state, event.id) ? { ...state, selectedId: event.id } : state
    case 'removed':
      return removed(state, event.id)
    case 'cleared':
      return emptyQueue
    case 'started':
      return changed(state, event.id, { state: 'working', progress: null, error: null })
    case 'progressed':
      return changed(state, event.id, { progress: event.progress })
    case 'finished':
      return changed(state, event.id, { state: 'done', progress: null, answer: event.answer, error: null })
    case 'failed':
      return changed(state, event.id, { state: 'failed', progress: null, error: event.error })
    case 'cancelled':
      return changed(state, event.id, { state: 'cancelled', progress: null })
    case 'retried':
      return changed(state, event.id, { state: 'waiting', progress: null, error: null })
  }
}

export const find = (state: QueueState, id: string | null): QueueItem | null =>
  state.items.find((item) => item.id === id) ?? null

/** What to work on next: the picture on the stage first, then in the order they came. */
export const nextWaiting = (state: QueueState): QueueItem | null => {
  const selected = find(state, state.selectedId)
  if (selected?.state === 'waiting') return selected
  return state.items.find((item) => item.state === 'waiting') ?? null
}

/** The neighbour of the selected item, around the end. */
export const neighbour = (state: QueueState, step: 1 | -1): string | null => {
  const { length } = state.items
  const at = state.items.findIndex((item) => item.id === state.selectedId)
  return state.items[(at + step + length) % length]?.id ?? null
}

/** How many items are in each state. */
export const countStates = (items: readonly QueueItem[]): Record<ItemState, number> => {
  const counts = { waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

const waiting = (picture: Picture): QueueItem => ({
  ...picture,
  state: 'waiting',
  progress: null,
  answer: null,
  error: null,
})

const changed = (state: QueueState, id: string, change: Partial<QueueItem>): QueueState =>
  find(state, id)
    ? { ...state, items: state.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
    : state

/** Removing the selected item selects the one that takes its place, or the last. */
function removed(state: QueueState, id: string): QueueState {
  const at = state.items.findIndex((item) => item.id === id)
  if (at < 0) return state
  const items = state.items.filter((item) => item.id !== id)
  const heir = items[Math.min(at, items.length - 1)]?.id ?? null
  return { items, selectedId: state.selectedId === id ? heir : state.selectedId }
}
