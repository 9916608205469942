import type { Canvas, CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ClickEdit, ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { Raster } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'

/** A photo, with the level of its matte in `options`. */
export type ImageSource = {
  readonly image: Blob
  readonly options: ImageOptions
  /** Whether the matte is a first look: made by the fastest network, with its own cache key. */
  readonly isFirstLook?: boolean
  /** Whether a photo above the API's pixel limit is refused (D-7); else it is shrunk. */
  readonly isOfApi?: boolean
}

/** A request of image mode. */
export type ImageRequest = ImageSource & {
  /** Identifies the request in answers and errors. */
  readonly id: string
  /** Composition; absent: only the options apply. */
  readonly parts?: CompositionParts
  /** Layer names, for a Photoshop file. Format and channels are then ignored; facts are those of a PNG. */
  readonly layers?: LayerNames
  /**
   * Details of the file; absent: as the options. For a format that options cannot name, format and facts are those of a
   * PNG.
   */
  readonly file?: FileWriting
  /** Whether wide colours are kept, in Display P3. Else the result is in sRGB (D-7). */
  readonly keepsGamut?: boolean
}

/** The canvas of a request; null if there is none. A mask has no composition. */
export const canvasOf = ({
  options,
  parts,
}: {
  readonly options: Pick<ImageOptions, 'channels'>
  readonly parts?: CompositionParts | undefined
}): Canvas | null => (options.channels === 'alpha' ? null : (parts?.composition.canvas ?? null))

/** A photo whose matte is edited. */
export type EditedSource = ImageSource & {
  /** Another service's result, whose alpha replaces the network's matte. */
  readonly alphaFrom?: Blob
}

/** A request with edits of the matte. */
export type EditRequest = ImageRequest &
  EditedSource & {
    readonly edits: ImageEdits
    /** Whether a small result suffices, while a slider moves. */
    readonly isDraft?: boolean
  }

/** What edits of a photo need from networks: matte and features, or features alone. */
export type PartNeeded = ImageSource & {
  /** Identifies the photo in caches. */
  readonly name: string
} & (
    | { readonly part: 'matte' }
    // The photo at `featureSize`, to avoid decoding it again.
    | { readonly part: 'features'; readonly picture: Raster }
  )

/** Options of every call of image mode. */
export type ImageCall = MattingCall & {
  /**
   * For a pipeline without networks: has a part made elsewhere and stored, and resolves with whether the matte existed.
   * Absent if this pipeline has networks.
   */
  readonly need?: (wanted: PartNeeded) => Promise<boolean>
}

/** A hypothetical click after the edits. */
export type ClickRequest = EditedSource & { readonly edits: ImageEdits; readonly click: ClickEdit }
