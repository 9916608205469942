import type { LeftOut } from '#contract/left-out.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { RunLocation } from '#library/items/item.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'

/** What a batch makes, and how it writes it. */
export type BatchPlan = {
  /** One file of each is made of every picture and clip, of one matte. */
  readonly recipes: readonly SavedRecipe[]
  /** The pattern of the names, in place of those of the recipes (`output-names.ts`); it may contain `/` for folders. */
  readonly names: string
  /** What happens where the target has a file of that name which this batch did not write. */
  readonly existing: 'skip' | 'number' | 'replace'
  /** Files that cannot be read are copied to `unprocessed/` of the target. */
  readonly copiesUnprocessed: boolean
  /** When all is done, it waits for files that come. */
  readonly watches: boolean
  readonly runLocation: RunLocation
  /** On a service: it pauses when so many credits are spent; null for no limit. */
  readonly creditLimit: number | null
}

/** Where files come from: a folder of the disk, which can be opened again later, or files that were picked. */
export type BatchSource =
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly File[] }

/** Where results go: a folder, or a ZIP that is a download in the end. */
export type BatchTarget =
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'zip' }

/** A file of the source, and what became of it. */
export type BatchFile = {
  /** From the source on, parted by `/`. */
  readonly path: string
  readonly kind: 'picture' | 'clip'
  /**
   * `skipped`: it was done before with the same settings, or a person said so. `unreadable`: no kind of picture or
   * clip.
   */
  readonly state: 'waiting' | 'working' | 'done' | 'skipped' | 'unreadable' | 'failed'
  /** The files that were written, from the target on. */
  readonly outputs: readonly string[]
  readonly seconds: number | null
  /** How likely the matte is wrong, 0 to 1; null where that is not known. */
  readonly doubt: number | null
  /** What its file has and its outputs lack; absent where that is nothing. */
  readonly leftOut?: readonly LeftOut[]
  /** Why it failed, cannot be read, or was skipped. */
  readonly error: ServiceError | null
}

/** Why a batch waits; the page words it. */
export type BatchPause =
  /** A person paused it. */
  | 'asked'
  /** The browser asks for the folder again, after a click. */
  | 'permission'
  | 'sourceGone'
  | 'targetGone'
  | 'diskFull'
  | 'noCredits'
  | 'creditLimit'
  /** The service refuses the key, or none is connected. */
  | 'serviceRefused'
  | 'offline'
  /** Another tab works in the same folder. */
  | 'otherTab'

/** A batch as the page shows it. */
export type BatchState = {
  readonly id: string
  readonly name: string
  readonly plan: BatchPlan
  /** `watching`: all is done, and it waits for files that come. */
  readonly phase: 'listing' | 'running' | 'paused' | 'watching' | 'ended'
  readonly pause: BatchPause | null
  readonly files: readonly BatchFile[]
  /** A folder of the source that is not read, since it is the target; null where there is none. */
  readonly unread: string | null
  /** Progress of the file that is worked on. */
  readonly progress: Progress | null
  /** Time left of all; null while it is not known. */
  readonly secondsLeft: number | null
  readonly creditsSpent: number
  /** A ZIP that is ready, for a download. */
  readonly zip: File | null
}

/** How a report words an error, and what outputs lack. */
export type ReportWords = {
  readonly error: (error: ServiceError) => string
  readonly leftOut: (list: readonly LeftOut[]) => string | null
}

/** A batch of an earlier visit that is not at its end. */
type LeftBatch = {
  readonly id: string
  readonly name: string
  readonly done: number
  readonly total: number
}

/** Files of a source. */
export type BatchCounts = { readonly pictures: number; readonly clips: number }

/** The work from folder to folder; one batch at a time. */
export interface Batches {
  /** The batch of this page; null where there is none. */
  get(): BatchState | null
  subscribe(listener: () => void): () => void
  /**
   * How many pictures and clips of the source would be made, as far as their names tell: those of the target are not.
   */
  count(source: BatchSource, target: BatchTarget | null, signal: AbortSignal): Promise<BatchCounts>
  /**
   * Names what the first files of the source would be called, without writing anything. Rejects with what is wrong with
   * the pattern.
   */
  exampleNames(
    source: BatchSource,
    target: BatchTarget | null,
    plan: BatchPlan,
    count: number,
  ): Promise<readonly string[]>
  /**
   * How many files of the target the plan would replace that are not its own results; null where names are known only
   * when results are. Rejects with what is wrong with the pattern.
   */
  countReplaced(
    source: BatchSource,
    target: BatchTarget,
    plan: BatchPlan,
    signal: AbortSignal,
  ): Promise<number | null>
  /** Begins. Rejects with a `ServiceError` of `validation_error` where source, target or plan cannot be used. */
  begin(source: BatchSource, target: BatchTarget, plan: BatchPlan): Promise<void>
  pause(): void
  /** Goes on; after a click, since the browser may ask for the folders again. */
  resume(): Promise<void>
  /** Leaves out the file that is worked on. */
  skip(): void
  retryFailed(): void
  /** Lists the source of a batch that has ended again, and makes what is new or was mended since; after a click. */
  again(): Promise<void>
  /**
   * Stops and puts the batch away; what is written stays, and what was done is known to the next batch of the folder.
   */
  close(): Promise<void>
  /** The report as CSV: file, result, outputs, seconds, doubt, left out, reason. */
  report(words: ReportWords): Blob
  /** The files of these paths, for the list. */
  open(paths: readonly string[]): Promise<readonly File[]>
  /** Batches of earlier visits that can go on. */
  left(): Promise<readonly LeftBatch[]>
  /** Goes on with one of them; after a click. */
  takeUp(id: string): Promise<void>
  forget(id: string): Promise<void>
}
