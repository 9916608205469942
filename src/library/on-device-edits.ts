import type { CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { CallOptions } from './call-options.ts'

/** Edits images, and keeps edits in this browser. */
export interface OnDeviceEdits {
  /**
   * `removeImage` with edits and a composition; without edits the pixels are the same. Adding or removing one edit
   * since the last call takes a fraction of a second. Edits do not wait for other images; the first click waits for
   * `openEdits`. Costs credits only if the network runs. Reads every picture that can be opened here. Rejects like
   * `removeImage`, and with `validation_error` and the reason `alpha_missing` or `alpha_of_other_shape` if `alphaFrom`
   * does not fit.
   */
  editImage(image: Blob, options: ImageOptions, edited: EditedMatte, call?: CallOptions): Promise<ImageAnswer>
  readonly savedEdits: FoundEdits
}

/**
 * Kept edits of pictures (`retention.ts`), in a form that the caller defines. Both methods reject if the browser
 * refuses storage.
 */
export interface SavedEdits {
  /** The edits of a file with the same bytes; null if there are none. */
  read(picture: Blob): Promise<unknown>
  /** Null deletes them. */
  write(picture: Blob, edits: EditsToSave | null): Promise<void>
}

/** Saved edits that are also found by file hash. */
export type FoundEdits = SavedEdits & { readonly find: (fileHash: string) => Promise<unknown> }

/** Edits as plain data. */
export type EditsToSave = { readonly steps: readonly unknown[]; readonly [name: string]: unknown }

/** The matte to edit, its edits, and the composition. */
type EditedMatte = {
  readonly edits?: ImageEdits
  /** Absent: only the options apply. */
  readonly parts?: CompositionParts
  /**
   * Another service's result for this image: transparent PNG or WebP of the whole picture, any size. Its alpha replaces
   * the network's matte, and `level` is ignored. Colours come from `image`.
   */
  readonly alphaFrom?: Blob
  /** Layer names, if the result is a Photoshop file. */
  readonly layers?: LayerNames
  /** Details of the file; absent: as the options. */
  readonly file?: FileWriting
  /** See `ImageRequest`. */
  readonly keepsGamut?: boolean
  /** Makes the matte as a first look: at `fast`, with the network that is available soonest. Costs no credits. */
  readonly isFirstLook?: boolean
  /** Allows a draft of at most half a megapixel: a slider is moving, and the exact request follows. */
  readonly isDraft?: boolean
}
