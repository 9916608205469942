import type { CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { CallOptions } from './call-options.ts'

/** Edits of images, and what this browser keeps of them. */
export interface OnDeviceEdits {
  /**
   * The result of `removeImage` with edits and a composition; without edits the pixels are the same. One edit more or
   * less than in the call before takes a fraction of a second. Edits do not wait for other images; the first click on
   * an image waits for `openEdits`. Costs credits only where the network has to run. Reads every picture that can be
   * opened here. Rejects like `removeImage`, and with `validation_error` and the reason `alpha_missing` or
   * `alpha_of_other_shape` where `alphaFrom` does not fit.
   */
  editImage(image: Blob, options: ImageOptions, edited: EditedMatte, call?: CallOptions): Promise<ImageAnswer>
  readonly savedEdits: FoundEdits
}

/**
 * The edits of pictures that this browser keeps, for as long as `retention.ts` says. The studio decides their form.
 * Both methods reject where the browser refuses storage.
 */
export interface SavedEdits {
  /** What was written for the same bytes; null where nothing is kept. */
  read(picture: Blob): Promise<unknown>
  /** Null deletes what was written. */
  write(picture: Blob, edits: EditsToSave | null): Promise<void>
}

/** Saved edits that are also found by the hash of the file. */
export type FoundEdits = SavedEdits & { readonly find: (fileHash: string) => Promise<unknown> }

/** Plain data. */
export type EditsToSave = { readonly steps: readonly unknown[]; readonly [name: string]: unknown }

/** Which matte is edited, and how, and what stands behind and around the subject. */
type EditedMatte = {
  /** None where absent. */
  readonly edits?: ImageEdits
  /** Nothing where absent but what the options say. */
  readonly parts?: CompositionParts
  /**
   * A result of another service for this image: PNG or WebP with transparency, of the whole picture at any size. Its
   * alpha is edited in place of the network's matte, and `level` means nothing then. All colours are those of `image`.
   */
  readonly alphaFrom?: Blob
  /** The result is a Photoshop file with layers of these names. */
  readonly layers?: LayerNames
  /** How the file is written; as the options say where absent. */
  readonly file?: FileWriting
  /** As in `ImageRequest`. */
  readonly keepsGamut?: boolean
  /** The matte is a first look: what is there soonest makes it at `fast`. Costs no credits. */
  readonly isFirstLook?: boolean
  /** A draft of half a megapixel at most is enough: a slider moves, and a request for the exact result will follow. */
  readonly isDraft?: boolean
}
