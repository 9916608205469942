import type { Canvas, CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ClickEdit, ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { Raster } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'

/** A photo, and the level of its matte beside the options of its result. */
export type ImageSource = {
  readonly image: Blob
  readonly options: ImageOptions
  /** A first look: the fastest network makes the matte, which is another one than that of the level. */
  readonly isFirstLook?: boolean
  /** A photo of more pixels than the API takes is refused (D-7); else it is made smaller. */
  readonly isOfApi?: boolean
}

/** A result that is asked of image mode. */
export type ImageRequest = ImageSource & {
  /** Names the request in answers and errors. */
  readonly id: string
  /** What stands behind and around the subject; only what the options say where absent. */
  readonly parts?: CompositionParts
  /**
   * The result is a Photoshop file with layers of these names. Format and channels mean nothing then; facts name those
   * of a PNG.
   */
  readonly layers?: LayerNames
  /**
   * How the file is written; as the options say where absent. For a format that options cannot name, format and facts
   * are those of a PNG.
   */
  readonly file?: FileWriting
  /** Colours that sRGB does not have stay: the result is in Display P3 then. Else all of it is in sRGB (D-7). */
  readonly keepsGamut?: boolean
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

/** What edits of a photo need of the networks: all of it with the matte, or the features alone. */
export type PartNeeded = ImageSource & {
  /** Names the photo in the caches. */
  readonly name: string
} & (
    | { readonly part: 'matte' }
    // The photo at `featureSize`, so that it need not be decoded again.
    | { readonly part: 'features'; readonly picture: Raster }
  )

/** What every call of image mode takes. */
export type ImageCall = MattingCall & {
  /**
   * Where there are no networks: has a part made elsewhere and put into the stores, and tells whether the matte was
   * there before. Absent where this pipeline has networks of its own.
   */
  readonly need?: (wanted: PartNeeded) => Promise<boolean>
}

/** One more click that is not made yet, after the edits. */
export type ClickRequest = EditedSource & { readonly edits: ImageEdits; readonly click: ClickEdit }
