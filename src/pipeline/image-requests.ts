import type { CompositionParts } from '#contract/composition.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'

/** What is asked of image mode. `id` names the request in answers and errors. */
export type ImageRequest = {
  readonly id: string
  readonly image: Blob
  readonly options: ImageOptions
  /** What stands behind and around the subject; only what the options say where absent. */
  readonly parts?: CompositionParts
}

/** `alphaFrom`: a result of another service, whose alpha takes the place of the network's matte. */
export type EditRequest = ImageRequest & { readonly edits: ImageEdits; readonly alphaFrom?: Blob }
