import type { FileKind } from '#contract/file-kinds.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { isUnedited } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import {
  advanceEdits,
  type EditChange,
  type EditHistory,
  emptyHistory,
} from '#library/history/edit-history.ts'
import type { RunLocation } from '#library/items/item.ts'
import { type Item, isInProgress, type Phase } from '#library/items/item.ts'
import type { Recipe } from '#library/recipe/recipe.ts'

/** A picture as it was opened. */
export type Picture = {
  readonly id: string
  readonly file: Blob
  /** The name of its file, with the extension. */
  readonly name: string
  /** What the first bytes of its file say. */
  readonly fileKind: FileKind
}

/** A result without its file, which may have megabytes. */
export type AnswerFacts = Pick<ImageAnswer, 'facts' | 'placement'>

/** The fastest cut-out, until the result of the level takes its place or is offered. */
type FirstLook = {
  /** A file was made of it: it stays until a person wants the other one. */
  readonly isUsed: boolean
  /** The result of the level, which is offered; null before there is one. */
  readonly better: AnswerFacts | null
}

/** `ready`: it runs on the service and waits for the click that sends it. */
type PicturePhase = Extract<Phase, 'ready' | 'waiting' | 'working' | 'done' | 'failed' | 'stopped'>

/** The answer of a service, and the options of the request. */
export type ServiceResult = {
  readonly answer: ImageAnswer
  readonly options: ImageOptions
  /** How this device converted the picture before it was sent, as a sentence; null where it did not. */
  readonly note: string | null
  /** It shows the whole picture, transparent around its subject: this device makes every other file of it. */
  readonly isCutout: boolean
}

/** A picture of the list, and the work on it. */
export interface PictureItem extends Picture, Item {
  readonly kind: 'image'
  readonly file: Blob
  /** The phase of the work at `runLocation`. */
  readonly phase: PicturePhase
  /**
   * What is known of the first result of this device. Its file is made anew from the matte when the picture is shown.
   */
  readonly answer: AnswerFacts | null
  /** `answer` is a first look; null where it is the result of the level. */
  readonly look: FirstLook | null
  /** The result that was made last, small; null before there is one, and where it could not be read. */
  readonly thumbnail: Blob | null
  /** What the thumbnail shows, by the key of its output; null where that is not known. */
  readonly thumbnailLook: string | null
  /** The last result of the service. */
  readonly serviceResult: ServiceResult | null
  /** What was mended by hand, apart from every recipe. */
  readonly edits: EditHistory
  readonly recipe: Recipe
}

/** Whether an item of the list is a picture. */
export const isPicture = (item: Item): item is PictureItem => item.kind === 'image'

/** What happens to a picture; `advancePicture` says what follows. */
export type PictureEvent =
  | { readonly type: 'started' | 'stopped' | 'retried' }
  | { readonly type: 'progressed'; readonly progress: Progress | null }
  | { readonly type: 'finished'; readonly answer: AnswerFacts }
  /** There is a first look; the work goes on. */
  | { readonly type: 'looked'; readonly answer: AnswerFacts }
  /** A file was made of what is shown, or the offered result shall be shown. */
  | { readonly type: 'used' | 'betterTaken' }
  | { readonly type: 'pictured'; readonly thumbnail: Blob; readonly look: string }
  | { readonly type: 'answered'; readonly sent: ServiceResult }
  | { readonly type: 'locationChosen'; readonly runLocation: RunLocation }
  | { readonly type: 'edited'; readonly change: EditChange }
  /** The edits of an earlier visit to the same picture are back, followed by those of this visit. */
  | { readonly type: 'editsRestored'; readonly edits: EditHistory }
  | { readonly type: 'failed'; readonly error: ServiceError }

/** A picture after an event. Every change of it goes through this. */
export function advancePicture(item: PictureItem, event: PictureEvent): PictureItem {
  switch (event.type) {
    case 'started':
      return { ...item, phase: 'working', progress: null, error: null }
    case 'progressed':
      return event.progress === item.progress ? item : { ...item, progress: event.progress }
    case 'looked': {
      const look = { isUsed: false, better: null }
      return { ...item, phase: 'done', progress: null, look, answer: withoutFile(event.answer) }
    }
    case 'used':
      return item.look && !item.look.isUsed ? { ...item, look: { ...item.look, isUsed: true } } : item
    case 'betterTaken':
      return item.look?.better ? { ...item, look: null, answer: item.look.better, isLookedAt: false } : item
    case 'finished': {
      const done = { ...item, phase: 'done', progress: null, error: null } as const
      const answer = withoutFile(event.answer)
      if (item.look && keepsLook(item)) return { ...done, look: { ...item.look, better: answer } }
      return { ...done, answer, look: null, isLookedAt: false }
    }
    case 'pictured':
      return { ...item, thumbnail: event.thumbnail, thumbnailLook: event.look }
    case 'answered': {
      const done = { ...item, phase: 'done', progress: null, error: null } as const
      return { ...done, serviceResult: event.sent, isLookedAt: false }
    }
    case 'locationChosen':
      return moved(item, event.runLocation)
    case 'edited': {
      const edits = advanceEdits(item.edits, event.change)
      return edits === item.edits ? item : { ...item, edits }
    }
    case 'editsRestored':
      return { ...item, edits: event.edits }
    case 'failed':
      if (item.look) return { ...item, progress: null, error: event.error }
      return { ...item, phase: 'failed', progress: null, error: event.error }
    case 'stopped':
      return item.look && item.phase === 'done' ? { ...item, progress: null } : { ...item, ...stopped(item) }
    case 'retried':
      return { ...item, phase: 'waiting', look: null, progress: null, error: null }
  }
}

/** The next picture to work on at a run location: the preferred one if it waits there, else the first that does. */
export const nextWaiting = (
  items: readonly PictureItem[],
  at: RunLocation,
  preferredId: string | null = null,
): PictureItem | null => {
  const waiting = items.filter((item) => item.phase === 'waiting' && item.runLocation === at)
  return waiting.find(({ id }) => id === preferredId) ?? waiting[0] ?? null
}

/** What is known of the result of a picture where it runs now; null before there is one. */
export const answerOf = (item: PictureItem): AnswerFacts | null =>
  item.runLocation === 'service' ? (item.serviceResult?.answer ?? null) : item.answer

/** Statuses of answers that the same picture would get again: another request or picture is needed. */
const finalStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422])

/** The pictures that wait for the click that sends them, for the first time or again. */
export const unsentOf = (items: readonly PictureItem[]): readonly PictureItem[] =>
  items.filter(
    ({ phase, runLocation, error }) =>
      phase === 'ready' ||
      (phase === 'failed' && runLocation === 'service' && !finalStatuses.has(error?.status)),
  )

/** Whether a first look is to stay although the result of the level is there: a person made something of it. */
export const keepsLook = ({ look, edits }: Pick<PictureItem, 'look' | 'edits'>): boolean =>
  look !== null && (look.isUsed || !isUnedited(edits.present))

/** What is known of a result, without the file that it may come with. */
export const withoutFile = ({ facts, placement }: AnswerFacts): AnswerFacts => ({
  facts,
  ...(placement && { placement }),
})

/** A picture that was just opened. */
export const newPicture = (picture: Picture, runLocation: RunLocation, recipe: Recipe): PictureItem => ({
  ...picture,
  recipe,
  kind: 'image',
  runLocation,
  phase: runLocation === 'service' ? 'ready' : 'waiting',
  progress: null,
  answer: null,
  look: null,
  thumbnail: null,
  thumbnailLook: null,
  serviceResult: null,
  edits: emptyHistory,
  error: null,
  isLookedAt: false,
})

/** A picture that is cancelled before it was sent returns to the phase before `send`. */
const stopped = (item: PictureItem): Partial<PictureItem> =>
  item.runLocation === 'service' && item.phase === 'waiting'
    ? { phase: restPhase(item), progress: null }
    : { phase: 'stopped', progress: null }

/** A removed picture whose work was stopped: this device starts again without being asked, the service does not. */
export const interrupted = (item: PictureItem): PictureItem => {
  if (item.look && !item.look.better && !keepsLook(item)) return advancePicture(item, { type: 'retried' })
  if (!isInProgress(item.phase)) return item
  if (item.runLocation === 'device') return { ...item, phase: 'waiting', progress: null }
  return { ...item, ...stopped(item) }
}

/** The phase of a picture without running or failed work. */
const restPhase = (item: PictureItem): PicturePhase =>
  answerOf(item) ? 'done' : item.runLocation === 'service' ? 'ready' : 'waiting'

/** The item at another run location. A picture that the service works on stays until that ends. */
function moved(item: PictureItem, runLocation: RunLocation): PictureItem {
  if (item.runLocation === runLocation || (item.runLocation === 'service' && isInProgress(item.phase)))
    return item
  const next = { ...item, runLocation, progress: null, error: null, isLookedAt: false }
  return { ...next, phase: restPhase(next) }
}
