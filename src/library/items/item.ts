import type { FileKind } from '#contract/file-kinds.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { EditHistory } from '#library/history/edit-history.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'

/** Where an item's work can run: on this device, or on the connected service. */
export const runLocations = ['device', 'service'] as const
/** One of `runLocations`. */
export type RunLocation = (typeof runLocations)[number]

/** An opened file. */
export type IncomingFile = {
  readonly file: File
  /** With the extension. */
  readonly name: string
  /** The link that it was fetched from; null if there is none. */
  readonly url: string | null
  /** Detected once, from its first bytes. */
  readonly fileKind: FileKind
}

/** An entry of the list: a file and the work on it. Only its kind reads its other fields. */
export interface Item {
  readonly id: string
  /** The name of its `ItemKind`. */
  readonly kind: string
  /** With the extension. */
  readonly name: string
  /** Null for an item of an earlier visit until its file is loaded. */
  readonly file: Blob | null
  readonly runLocation: RunLocation
  /** The last report of the running work; null if none is running. */
  readonly progress: Progress | null
  readonly error: ServiceError | null
  /** Corrections by hand, with their undo history. */
  readonly edits: EditHistory<unknown>
  /** The settings of its result, immutable. */
  readonly recipe: AnyRecipe
  /** Whether a person accepted its result. */
  readonly isLookedAt?: boolean
}

/** The item with this id; null if there is none. */
export const findItem = <T extends Item>(items: readonly T[], id: string | null): T | null =>
  items.find((item) => item.id === id) ?? null

/** The state of an item, for the page. */
export type Phase =
  /** Its file is being read. */
  | 'reading'
  | 'unreadable'
  /** The work waits for a click that starts or sends it. */
  | 'ready'
  | 'starting'
  | 'waiting'
  | 'working'
  | 'paused'
  | 'done'
  | 'failed'
  /** A person stopped it. */
  | 'stopped'
  /** Its results were deleted after their retention time. */
  | 'expired'

/** Whether the work is starting, waiting, running or paused. */
export const isInProgress = (phase: Phase): boolean =>
  phase === 'starting' || phase === 'waiting' || phase === 'working' || phase === 'paused'

/** Whether work remains to be done. */
export const isUnfinished = (phase: Phase): boolean =>
  phase === 'reading' || phase === 'ready' || isInProgress(phase)
