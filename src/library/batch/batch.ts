import type { LeftOut } from '#contract/left-out.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { RunLocation } from '#library/items/item.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'

/** What a batch makes, and how it writes files. */
export type BatchPlan = {
  /** Each picture or clip gets one output file for each recipe, all from one matte. */
  readonly recipes: readonly SavedRecipe[]
  /** Pattern of names that overrides those of the recipes (`output-names.ts`); it may contain `/` for folders. */
  readonly names: string
  /** What happens if the target has a file of that name that no batch wrote. */
  readonly existing: 'skip' | 'number' | 'replace'
  /** Whether unreadable files are copied to `unprocessed/` of the target. */
  readonly copiesUnprocessed: boolean
  /** Whether the batch waits for new files at its end. */
  readonly watches: boolean
  readonly runLocation: RunLocation
  /** Credits of a service after which it pauses; null for no limit. */
  readonly creditLimit: number | null
}

/** Where files come from: a folder, which can be opened again later, or picked files. */
export type BatchSource =
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly File[] }

/** Where results go: a folder, or a ZIP to download at the end. */
export type BatchTarget =
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'zip' }

/** A file of the source, and the result of the work on it. */
export type BatchFile = {
  /** Relative to the source, separated by `/`. */
  readonly path: string
  readonly kind: 'picture' | 'clip'
  /** `skipped`: done before with the same settings, or skipped by a person. `unreadable`: neither picture nor clip. */
  readonly state: 'waiting' | 'working' | 'done' | 'skipped' | 'unreadable' | 'failed'
  /** Paths of the files written, relative to the target. */
  readonly outputs: readonly string[]
  readonly seconds: number | null
  /** Probability that the matte is wrong, 0 to 1; null if unknown. */
  readonly doubt: number | null
  /** What the file has and its outputs lack. */
  readonly leftOut?: readonly LeftOut[]
  readonly error: ServiceError | null
}

/** Why a batch is paused. */
export type BatchPause =
  /** A person paused it. */
  | 'asked'
  /** The browser must ask for the folder again, after a click. */
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

/** The state of a batch, for the page. */
export type BatchState = {
  readonly id: string
  readonly name: string
  readonly plan: BatchPlan
  /** `watching`: all files are done; it waits for new ones. */
  readonly phase: 'listing' | 'running' | 'paused' | 'watching' | 'ended'
  readonly pause: BatchPause | null
  readonly files: readonly BatchFile[]
  /** The folder within the source that is the target, and so is not read; null if there is none. */
  readonly unread: string | null
  /** Progress of the current file. */
  readonly progress: Progress | null
  /** Time left for all files; null if unknown. */
  readonly secondsLeft: number | null
  readonly creditsSpent: number
  /** The finished ZIP, to download. */
  readonly zip: File | null
}

/** Texts of a report. */
export type ReportWords = {
  readonly error: (error: ServiceError) => string
  readonly leftOut: (list: readonly LeftOut[]) => string | null
}

/** A batch of an earlier visit that has not ended. */
type LeftBatch = {
  readonly id: string
  readonly name: string
  readonly done: number
  readonly total: number
}

/** Numbers of files of a source. */
export type BatchCounts = { readonly pictures: number; readonly clips: number }

/** Processes folders into folders, one batch at a time. */
export interface Batches {
  /** The batch of this page; null if there is none. */
  get(): BatchState | null
  subscribe(listener: () => void): () => void
  /** Counts pictures and clips of the source by the endings of their names, without the files of the target. */
  count(source: BatchSource, target: BatchTarget | null, signal: AbortSignal): Promise<BatchCounts>
  /**
   * The output names of the first files, at most `count`; writes nothing. Rejects with a `validation_error` if the
   * pattern is invalid.
   */
  exampleNames(
    source: BatchSource,
    target: BatchTarget | null,
    plan: BatchPlan,
    count: number,
  ): Promise<readonly string[]>
  /**
   * How many files of the target the plan would replace that are not its own results; null if names are known only with
   * the results. Rejects with a `validation_error` if the pattern is invalid.
   */
  countReplaced(
    source: BatchSource,
    target: BatchTarget,
    plan: BatchPlan,
    signal: AbortSignal,
  ): Promise<number | null>
  /** Begins a batch. Rejects with a `validation_error` if source, target or plan cannot be used. */
  begin(source: BatchSource, target: BatchTarget, plan: BatchPlan): Promise<void>
  pause(): void
  /** Continues; must follow a click, since the browser may ask for the folders again. */
  resume(): Promise<void>
  /** Skips the current file. */
  skip(): void
  retryFailed(): void
  /** Lists the source of an ended batch again and processes new and changed files; must follow a click. */
  again(): Promise<void>
  /** Stops and closes the batch; files written and their records stay. */
  close(): Promise<void>
  /** The report as CSV: file, result, outputs, seconds, doubt, left out, reason. */
  report(words: ReportWords): Blob
  /** The source files at these paths, to add to the list. */
  open(paths: readonly string[]): Promise<readonly File[]>
  /** Batches of earlier visits that can be continued. */
  left(): Promise<readonly LeftBatch[]>
  /** Continues a batch of an earlier visit; must follow a click. */
  takeUp(id: string): Promise<void>
  forget(id: string): Promise<void>
}
