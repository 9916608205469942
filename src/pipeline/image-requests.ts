import type { Canvas, CompositionParts } from '#contract/composition.ts'
import type { ClickEdit, ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { Raster } from '#engine/raster.ts'

/** A photo, and the level of its matte beside the options of its result. */
export type ImageSource = { readonly image: Blob; readonly options: ImageOptions }

/** A result that is asked of image mode. */
export type ImageRequest = ImageSource & {
  /** Names the request in answers and errors. */
  readonly id: string
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

/** A photo whose matte is edited. */
export type EditedSource = ImageSource & {
  /** A result of another service, whose alpha takes the place of the network's matte. */
  readonly alphaFrom?: Blob
}

/** A result with edits of the matte. */
export type EditRequest = ImageRequest &
  EditedSource & {
    readonly edits: ImageEdits
    /** A small result will do, since a slider moves on. */
    readonly isDraft?: boolean
  }

/** What edits of an image need of the networks. */
export type PrepareRequest = ImageSource & {
  /** Whether its matte is needed too, beside its features. */
  readonly matte: boolean
  /** The image at `featureSize`, which then is not decoded for its features. */
  readonly picture?: Raster
}

/** One more click that is not made yet, after the edits. */
export type ClickRequest = EditedSource & { readonly edits: ImageEdits; readonly click: ClickEdit }
