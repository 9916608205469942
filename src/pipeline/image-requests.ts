import type { Canvas, CompositionParts } from '#contract/composition.ts'
import type { ClickEdit, ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { Raster } from '#engine/raster.ts'

/** What is asked of image mode. */
export type ImageRequest = {
  /** Names the request in answers and errors. */
  readonly id: string
  readonly image: Blob
  readonly options: ImageOptions
  /** What stands behind and around the subject; only what the options say where absent. */
  readonly parts?: CompositionParts
}

/** The canvas of a request; null where there is none. A mask has no composition. */
export const canvasOf = ({
  options,
  parts,
}: {
  readonly options: Pick<ImageOptions, 'channels'>
  readonly parts?: CompositionParts | undefined
}): Canvas | null => (options.channels === 'alpha' ? null : (parts?.composition.canvas ?? null))

/** An image request with edits of the matte. */
export type EditRequest = ImageRequest & {
  readonly edits: ImageEdits
  /** A result of another service, whose alpha takes the place of the network's matte. */
  readonly alphaFrom?: Blob
  /** A small result will do, since a slider moves on. */
  readonly isDraft?: boolean
}

/** What edits of an image need of the networks. */
export type PrepareRequest = ImageRequest & {
  /** Whether its matte is needed too, beside its features. */
  readonly matte: boolean
  /** The image at `featureSize`, which then is not decoded for its features. */
  readonly picture?: Raster
}

/** One more click that is not made yet, after the edits. */
export type ClickRequest = EditRequest & { readonly click: ClickEdit }
