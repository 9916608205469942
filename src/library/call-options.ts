import type { CompositionParts } from '#contract/composition.ts'
import type { JobId } from '#contract/ids.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** Options of every call of a service. */
export type CallOptions = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

/**
 * `keepsGamut`: see `ImageRequest`. `readsAll`: also read pictures that the API refuses, of any kind and size that this
 * device can open; a server ignores it.
 */
export type ImageCallOptions = CallOptions & { readonly keepsGamut?: boolean; readonly readsAll?: boolean }

/** `freeBytes`: the download stops if the file is larger, since it could not be kept. */
export type ResultCall = CallOptions & { readonly freeBytes?: number }

/**
 * Options that only this device has; a server follows the options of the API alone. `parts`: composition. `hasMatte`:
 * also write the matte beside an MP4. `edits`: corrections of the matte. `alphaFrom`: a cut-out of the same video by
 * another service, whose alpha replaces the network's mattes. `id`: of the job; an existing job of that id is returned.
 * `item`: the kept item that shows the result; the job is deleted with it. `whole`: the facts of the video that this
 * one was cut from.
 */
export type VideoCall = CallOptions & {
  readonly parts?: CompositionParts
  readonly hasMatte?: boolean
  readonly edits?: VideoEdits
  readonly alphaFrom?: Blob
  readonly id?: JobId
  readonly item?: string
  readonly whole?: VideoFacts
}
