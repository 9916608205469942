import type { FileKind } from '#contract/file-kinds.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { advanceEdits, type EditChange, type EditHistory, emptyHistory } from '#studio/edit/edit-history.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { type RemovedItem, restoreItems } from '#studio/state/removed-items.ts'

/** A picture as it was opened. */
export type Picture = {
  readonly id: string
  readonly file: Blob
  /** That of its file, with the extension. */
  readonly name: string
  /** What the first bytes of its file say. */
  readonly fileKind: FileKind
}

/** `unsent`: it runs on the service and waits for the click that sends it. */
export type ItemState = 'unsent' | 'waiting' | 'working' | 'done' | 'failed' | 'cancelled'

/** The answer of a service, and the options of the request. */
export type ServiceResult = {
  readonly answer: ImageAnswer
  readonly options: ImageOptions
  /** How this device converted the picture before it was sent, as a sentence; null where it did not. */
  readonly note: string | null
  /** It shows the whole picture, transparent around its subject: this device makes every other file of it. */
  readonly isCutout: boolean
  /** What this device reads for that: the picture, or what it was converted to, if only that can be read here. */
  readonly source: Blob
}

/** What this device reads in place of a file that the API does not take, and what was done, as a sentence. */
export type PreparedSource = { readonly file: Blob; readonly note: string }

/** A picture of the list, and the work on it. */
export type QueueItem = Picture & {
  /** Where the work runs; `state` is the state of the work there. */
  readonly runLocation: RunLocation
  readonly state: ItemState
  /** The last report of the running request; null while none runs. */
  readonly progress: Progress | null
  /** The first result of this device, shown until another recipe makes a new one. */
  readonly answer: ImageAnswer | null
  /** Null where this device reads the file itself, and before it is known. */
  readonly prepared: PreparedSource | null
  /** The last result of the service. */
  readonly serviceResult: ServiceResult | null
  /** What was mended by hand, apart from every recipe. */
  readonly edits: EditHistory
  readonly error: ServiceError | null
}

/** All pictures of the list. */
export type QueueState = {
  readonly items: readonly QueueItem[]
  /** Where pictures run that are added later. */
  readonly nextRunLocation: RunLocation
}

/** The list when the page opens. */
export const emptyQueue: QueueState = { items: [], nextRunLocation: 'device' }

/** What happens to the list; `advanceQueue` says what follows. */
export type QueueEvent =
  | { readonly type: 'added'; readonly pictures: readonly Picture[] }
  | { readonly type: 'removed' | 'started' | 'cancelled' | 'retried'; readonly id: string }
  | { readonly type: 'progressed'; readonly id: string; readonly progress: Progress | null }
  | { readonly type: 'finished'; readonly id: string; readonly answer: ImageAnswer }
  | { readonly type: 'prepared'; readonly id: string; readonly prepared: PreparedSource }
  | { readonly type: 'answered'; readonly id: string; readonly sent: ServiceResult }
  /** Sets where pictures run; `isForNext` also for those that are added later. */
  | {
      readonly type: 'locationChosen'
      readonly ids: readonly string[]
      readonly runLocation: RunLocation
      readonly isForNext: boolean
    }
  | { readonly type: 'edited'; readonly id: string; readonly change: EditChange }
  /** The edits that an earlier visit made to the same picture are back, with those of this one behind them. */
  | { readonly type: 'editsRestored'; readonly id: string; readonly edits: EditHistory }
  | { readonly type: 'failed'; readonly id: string; readonly error: ServiceError }
  | { readonly type: 'cleared' }
  | { readonly type: 'restored'; readonly removed: readonly RemovedItem<QueueItem>[] }

/** The queue after an event. Every change goes through this; an event for a removed item changes nothing. */
export function advanceQueue(state: QueueState, event: QueueEvent): QueueState {
  switch (event.type) {
    case 'added':
      return {
        ...state,
        items: [...state.items, ...event.pictures.map((picture) => fresh(picture, state.nextRunLocation))],
      }
    case 'removed':
      return find(state, event.id)
        ? { ...state, items: state.items.filter(({ id }) => id !== event.id) }
        : state
    case 'cleared':
      return { ...emptyQueue, nextRunLocation: state.nextRunLocation }
    case 'started':
      return changed(state, event.id, { state: 'working', progress: null, error: null })
    case 'progressed':
      return changed(state, event.id, { progress: event.progress })
    case 'finished':
      return changed(state, event.id, { state: 'done', progress: null, answer: event.answer, error: null })
    case 'prepared':
      return changed(state, event.id, { prepared: event.prepared })
    case 'answered':
      return changed(state, event.id, {
        state: 'done',
        progress: null,
        serviceResult: event.sent,
        error: null,
      })
    case 'locationChosen':
      return {
        ...state,
        items: state.items.map((item) =>
          event.ids.includes(item.id) ? moved(item, event.runLocation) : item,
        ),
        nextRunLocation: event.isForNext ? event.runLocation : state.nextRunLocation,
      }
    case 'edited': {
      const edits = find(state, event.id)?.edits
      const next = edits && advanceEdits(edits, event.change)
      return next && next !== edits ? changed(state, event.id, { edits: next }) : state
    }
    case 'editsRestored':
      return changed(state, event.id, { edits: event.edits })
    case 'failed':
      return changed(state, event.id, { state: 'failed', progress: null, error: event.error })
    case 'cancelled':
      return changed(state, event.id, stopped(find(state, event.id)))
    case 'retried':
      return changed(state, event.id, { state: 'waiting', progress: null, error: null })
    case 'restored':
      return {
        ...state,
        items: restoreItems(
          state.items,
          event.removed.map(({ item, at }) => ({ item: interrupted(item), at })),
        ),
      }
  }
}

/** The picture of this id; null where there is none. */
export const find = (state: QueueState, id: string | null): QueueItem | null =>
  state.items.find((item) => item.id === id) ?? null

/** The next picture to work on at a run location: the preferred one if it waits there, else the first that does. */
export const nextWaiting = (
  state: QueueState,
  at: RunLocation,
  preferredId: string | null = null,
): QueueItem | null => {
  const waiting = state.items.filter((item) => item.state === 'waiting' && item.runLocation === at)
  return waiting.find(({ id }) => id === preferredId) ?? waiting[0] ?? null
}

/** The result of a picture where it runs now; null before there is one. */
export const answerOf = (item: QueueItem): ImageAnswer | null =>
  item.runLocation === 'service' ? (item.serviceResult?.answer ?? null) : item.answer

/** Whether a picture waits for its turn, or has it. */
export const isAtWork = ({ state }: Pick<QueueItem, 'state'>): boolean =>
  state === 'waiting' || state === 'working'

/** The pictures that wait for the click that sends them. */
export const unsentOf = ({ items }: QueueState): readonly QueueItem[] =>
  items.filter(({ state }) => state === 'unsent')

/** How many items are in each state. */
export const countStates = (items: readonly QueueItem[]): Record<ItemState, number> => {
  const counts = { unsent: 0, waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

const fresh = (picture: Picture, runLocation: RunLocation): QueueItem => ({
  ...picture,
  runLocation,
  state: runLocation === 'service' ? 'unsent' : 'waiting',
  progress: null,
  answer: null,
  prepared: null,
  serviceResult: null,
  edits: emptyHistory,
  error: null,
})

/** A picture that is cancelled before it was sent returns to the state before `send`. */
const stopped = (item: QueueItem | null): Partial<QueueItem> =>
  item?.runLocation === 'service' && item.state === 'waiting'
    ? { state: restState(item), progress: null }
    : { state: 'cancelled', progress: null }

/** A removed picture whose work was stopped: this device starts again without being asked, the service does not. */
const interrupted = (item: QueueItem): QueueItem => {
  if (!isAtWork(item)) return item
  if (item.runLocation === 'device') return { ...item, state: 'waiting', progress: null }
  return { ...item, ...stopped(item) }
}

/** The state of a picture without running or failed work. */
const restState = (item: QueueItem): ItemState =>
  answerOf(item) ? 'done' : item.runLocation === 'service' ? 'unsent' : 'waiting'

/** The item at another run location. A picture that the service works on stays until that ends. */
function moved(item: QueueItem, runLocation: RunLocation): QueueItem {
  if (item.runLocation === runLocation || (item.runLocation === 'service' && isAtWork(item))) return item
  const next = { ...item, runLocation, progress: null, error: null }
  return { ...next, state: restState(next) }
}

const changed = (state: QueueState, id: string, change: Partial<QueueItem>): QueueState =>
  find(state, id)
    ? { ...state, items: state.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
    : state
