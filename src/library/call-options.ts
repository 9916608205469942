import type { CompositionParts } from '#contract/composition.ts'
import type { JobId } from '#contract/ids.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** What every call of a service takes. */
export type CallOptions = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

/**
 * `keepsGamut`: of `ImageRequest`. `readsAll`: pictures that the API does not take are read too, of any kind and size
 * that can be opened here. A server decides for itself.
 */
export type ImageCallOptions = CallOptions & { readonly keepsGamut?: boolean; readonly readsAll?: boolean }

/** `freeBytes`: a larger file is not fetched to its end, because it is to be kept on this device. */
export type ResultCall = CallOptions & { readonly freeBytes?: number }

/**
 * `parts`: what stands behind and around the subject. `hasMatte`: the matte becomes a file of its own beside an MP4.
 * `edits`: corrections of the matte. `alphaFrom`: a cut-out of the same video by another service, whose alpha takes the
 * place of the network's mattes. `id`: of the job; where there is one of that id, it is returned and none is added.
 * `item`: the id of the kept item whose result the job makes; it goes with that. `whole`: the facts of the video that
 * this one was cut out of. Only this device has them; a server makes what the options say.
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
