import type { FileKind } from '#contract/file-kinds.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { EditHistory } from '#library/history/edit-history.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'

/** Where the work on an item runs: on this device, or on the connected service. */
export const runLocations = ['device', 'service'] as const
/** One of `runLocations`. */
export type RunLocation = (typeof runLocations)[number]

/** A file that was opened. */
export type IncomingFile = {
  readonly file: File
  /** The name of its file, with the extension. */
  readonly name: string
  /** The link that it was fetched from; null where there is none. */
  readonly url: string | null
  /** What its first bytes say, which are read once. */
  readonly fileKind: FileKind
}

/** An entry of the list: a file and the work on it. What else it holds is known to its kind alone. */
export interface Item {
  readonly id: string
  /** The name of its `MediaKind`. */
  readonly kind: string
  /** The name of its file, with the extension. */
  readonly name: string
  /** Null for an item of an earlier visit until its file is loaded. */
  readonly file: Blob | null
  /** Where its next work runs. */
  readonly runLocation: RunLocation
  /** The last report of the running work; null while none runs. */
  readonly progress: Progress | null
  readonly error: ServiceError | null
  /** What was mended by hand, and the way to it. */
  readonly edits: EditHistory<unknown>
  /** What is made of it. A change is a new object. */
  readonly recipe: AnyRecipe
  /** A person looked at its result and keeps it as it is. */
  readonly isLookedAt?: boolean
}

/** The item of this id; null where there is none. */
export const findItem = <T extends Item>(items: readonly T[], id: string | null): T | null =>
  items.find((item) => item.id === id) ?? null

/** The state of an item, which decides what the page shows. */
export type Phase =
  /** Its file is being read. */
  | 'reading'
  | 'unreadable'
  /** Its work waits for a click that starts or sends it. */
  | 'ready'
  | 'starting'
  /** It waits for its turn. */
  | 'waiting'
  | 'working'
  | 'paused'
  | 'done'
  | 'failed'
  /** A person stopped it. */
  | 'stopped'
  /** Its results were kept for some time, and are gone. */
  | 'expired'

/** Whether the work on an item is being started or has not ended; it may be paused. */
export const isInProgress = (phase: Phase): boolean =>
  phase === 'starting' || phase === 'waiting' || phase === 'working' || phase === 'paused'

/** Whether there is still something to do with an item. */
export const isUnfinished = (phase: Phase): boolean =>
  phase === 'reading' || phase === 'ready' || isInProgress(phase)
