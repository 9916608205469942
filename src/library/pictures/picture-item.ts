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

/** An opened picture. */
export type Picture = {
  readonly id: string
  readonly file: Blob
  /** With the extension. */
  readonly name: string
  /** Detected from its first bytes. */
  readonly fileKind: FileKind
}

/** A result without its file, which can have megabytes. */
export type AnswerFacts = Pick<ImageAnswer, 'facts' | 'placement'>

/** A fast first result, until the level's result replaces it or is offered. */
type FirstLook = {
  /** Whether a file was made of it: then it stays until a person takes the better one. */
  readonly isUsed: boolean
  /** The offered result of the level; null if there is none yet. */
  readonly better: AnswerFacts | null
}

/** `ready`: runs on the service after a click. */
type PicturePhase = Extract<Phase, 'ready' | 'waiting' | 'working' | 'done' | 'failed' | 'stopped'>

/** The answer of a service with the options of its request. */
export type ServiceResult = {
  readonly answer: ImageAnswer
  readonly options: ImageOptions
  /** The conversion before sending, as a sentence; null if there was none. */
  readonly note: string | null
  /** Whether it is a full, transparent cut-out, from which this device makes all other files. */
  readonly isCutout: boolean
}

/** A picture of the list, with its work. */
export interface PictureItem extends Picture, Item {
  readonly kind: 'image'
  readonly file: Blob
  /** The phase of the work at `runLocation`. */
  readonly phase: PicturePhase
  /** The first result of this device. Its file is made again from the matte when shown. */
  readonly answer: AnswerFacts | null
  /** Null if `answer` is the result of the level, not a first look. */
  readonly look: FirstLook | null
  /** Small copy of the latest result; null if there is none or it could not be read. */
  readonly thumbnail: Blob | null
  /** The output key of the thumbnail; null if unknown. */
  readonly thumbnailLook: string | null
  readonly serviceResult: ServiceResult | null
  /** Corrections by hand, independent of the recipe. */
  readonly edits: EditHistory
  readonly recipe: Recipe
}

/** Whether an item of the list is a picture. */
export const isPicture = (item: Item): item is PictureItem => item.kind === 'image'

/** An event of a picture; `advancePicture` applies it. */
export type PictureEvent =
  | { readonly type: 'started' | 'stopped' | 'retried' }
  | { readonly type: 'progressed'; readonly progress: Progress | null }
  | { readonly type: 'finished'; readonly answer: AnswerFacts }
  /** A first look exists; work continues. */
  | { readonly type: 'looked'; readonly answer: AnswerFacts }
  /** A file was made of the shown result, or the offered result is to be shown. */
  | { readonly type: 'used' | 'betterTaken' }
  | { readonly type: 'pictured'; readonly thumbnail: Blob; readonly look: string }
  | { readonly type: 'answered'; readonly sent: ServiceResult }
  | { readonly type: 'locationChosen'; readonly runLocation: RunLocation }
  | { readonly type: 'edited'; readonly change: EditChange }
  /** Edits of an earlier visit, followed by those of this visit. */
  | { readonly type: 'editsRestored'; readonly edits: EditHistory }
  | { readonly type: 'failed'; readonly error: ServiceError }

/** A picture after an event. Every change of a picture goes through this function. */
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

/** The next picture to process at a run location: `preferred` if it waits there, else the first waiting one. */
export const nextWaiting = (
  items: readonly PictureItem[],
  at: RunLocation,
  preferredId: string | null = null,
): PictureItem | null => {
  const waiting = items.filter((item) => item.phase === 'waiting' && item.runLocation === at)
  return waiting.find(({ id }) => id === preferredId) ?? waiting[0] ?? null
}

/** The result at the picture's current run location; null if there is none. */
export const answerOf = (item: PictureItem): AnswerFacts | null =>
  item.runLocation === 'service' ? (item.serviceResult?.answer ?? null) : item.answer

/** HTTP statuses that the same request would get again. */
const finalStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422])

/** The pictures that wait for a click to be sent, for the first time or again. */
export const unsentOf = (items: readonly PictureItem[]): readonly PictureItem[] =>
  items.filter(
    ({ phase, runLocation, error }) =>
      phase === 'ready' ||
      (phase === 'failed' && runLocation === 'service' && !finalStatuses.has(error?.status)),
  )

/** Whether a first look stays although the level's result exists: a person used or edited it. */
export const keepsLook = ({ look, edits }: Pick<PictureItem, 'look' | 'edits'>): boolean =>
  look !== null && (look.isUsed || !isUnedited(edits.present))

/** A result without its file. */
export const withoutFile = ({ facts, placement }: AnswerFacts): AnswerFacts => ({
  facts,
  ...(placement && { placement }),
})

/** The item of an opened picture. */
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

/** Cancelling a picture before it is sent restores its earlier phase. */
const stopped = (item: PictureItem): Partial<PictureItem> =>
  item.runLocation === 'service' && item.phase === 'waiting'
    ? { phase: restPhase(item), progress: null }
    : { phase: 'stopped', progress: null }

/** A removed picture whose work stopped: this device restarts it automatically, the service does not. */
export const interrupted = (item: PictureItem): PictureItem => {
  if (item.look && !item.look.better && !keepsLook(item)) return advancePicture(item, { type: 'retried' })
  if (!isInProgress(item.phase)) return item
  if (item.runLocation === 'device') return { ...item, phase: 'waiting', progress: null }
  return { ...item, ...stopped(item) }
}

/** The phase without running or failed work. */
const restPhase = (item: PictureItem): PicturePhase =>
  answerOf(item) ? 'done' : item.runLocation === 'service' ? 'ready' : 'waiting'

/** The item at another run location; unchanged while the service works on it. */
function moved(item: PictureItem, runLocation: RunLocation): PictureItem {
  if (item.runLocation === runLocation || (item.runLocation === 'service' && isInProgress(item.phase)))
    return item
  const next = { ...item, runLocation, progress: null, error: null, isLookedAt: false }
  return { ...next, phase: restPhase(next) }
}
