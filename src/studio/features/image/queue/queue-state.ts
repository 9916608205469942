import type { FileKind } from '#contract/file-kinds.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { advanceEdits, type EditChange, type EditHistory, emptyHistory } from '#studio/edit/edit-history.ts'
import type { Item } from '#studio/items/item.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'

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
export type QueueItem = Picture &
  Item & {
    readonly kind: 'image'
    readonly file: Blob
    /** The state of the work at `runLocation`. */
    readonly state: ItemState
    /** The first result of this device, shown until another recipe makes a new one. */
    readonly answer: ImageAnswer | null
    /** Null where this device reads the file itself, and before it is known. */
    readonly prepared: PreparedSource | null
    /** The last result of the service. */
    readonly serviceResult: ServiceResult | null
    /** What was mended by hand, apart from every recipe. */
    readonly edits: EditHistory
  }

/** Whether an item of the list is a picture. */
export const isPicture = (item: Item): item is QueueItem => item.kind === 'image'

/** What happens to a picture; `advancePicture` says what follows. */
export type PictureEvent =
  | { readonly type: 'started' | 'cancelled' | 'retried' }
  | { readonly type: 'progressed'; readonly progress: Progress | null }
  | { readonly type: 'finished'; readonly answer: ImageAnswer }
  | { readonly type: 'prepared'; readonly prepared: PreparedSource }
  | { readonly type: 'answered'; readonly sent: ServiceResult }
  | { readonly type: 'locationChosen'; readonly runLocation: RunLocation }
  | { readonly type: 'edited'; readonly change: EditChange }
  /** The edits that an earlier visit made to the same picture are back, with those of this one behind them. */
  | { readonly type: 'editsRestored'; readonly edits: EditHistory }
  | { readonly type: 'failed'; readonly error: ServiceError }

/** A picture after an event. Every change of it goes through this. */
export function advancePicture(item: QueueItem, event: PictureEvent): QueueItem {
  switch (event.type) {
    case 'started':
      return { ...item, state: 'working', progress: null, error: null }
    case 'progressed':
      return { ...item, progress: event.progress }
    case 'finished':
      return { ...item, state: 'done', progress: null, answer: event.answer, error: null }
    case 'prepared':
      return { ...item, prepared: event.prepared }
    case 'answered':
      return { ...item, state: 'done', progress: null, serviceResult: event.sent, error: null }
    case 'locationChosen':
      return moved(item, event.runLocation)
    case 'edited': {
      const edits = advanceEdits(item.edits, event.change)
      return edits === item.edits ? item : { ...item, edits }
    }
    case 'editsRestored':
      return { ...item, edits: event.edits }
    case 'failed':
      return { ...item, state: 'failed', progress: null, error: event.error }
    case 'cancelled':
      return { ...item, ...stopped(item) }
    case 'retried':
      return { ...item, state: 'waiting', progress: null, error: null }
  }
}

/** The next picture to work on at a run location: the preferred one if it waits there, else the first that does. */
export const nextWaiting = (
  items: readonly QueueItem[],
  at: RunLocation,
  preferredId: string | null = null,
): QueueItem | null => {
  const waiting = items.filter((item) => item.state === 'waiting' && item.runLocation === at)
  return waiting.find(({ id }) => id === preferredId) ?? waiting[0] ?? null
}

/** The result of a picture where it runs now; null before there is one. */
export const answerOf = (item: QueueItem): ImageAnswer | null =>
  item.runLocation === 'service' ? (item.serviceResult?.answer ?? null) : item.answer

/** Whether a picture waits for its turn, or has it. */
export const isAtWork = ({ state }: Pick<QueueItem, 'state'>): boolean =>
  state === 'waiting' || state === 'working'

/** The pictures that wait for the click that sends them. */
export const unsentOf = (items: readonly QueueItem[]): readonly QueueItem[] =>
  items.filter(({ state }) => state === 'unsent')

/** How many items are in each state. */
export const countStates = (items: readonly QueueItem[]): Record<ItemState, number> => {
  const counts = { unsent: 0, waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

/** A picture that was just opened. */
export const newPicture = (picture: Picture, runLocation: RunLocation): QueueItem => ({
  ...picture,
  kind: 'image',
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
const stopped = (item: QueueItem): Partial<QueueItem> =>
  item.runLocation === 'service' && item.state === 'waiting'
    ? { state: restState(item), progress: null }
    : { state: 'cancelled', progress: null }

/** A removed picture whose work was stopped: this device starts again without being asked, the service does not. */
export const interrupted = (item: QueueItem): QueueItem => {
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
