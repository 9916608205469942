import type { Size } from '#base/geometry.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import type { PrintResolution } from './print-resolution.ts'

/** Options of writing a file. */
export type EncodeOptions = {
  readonly signal?: AbortSignal | undefined
  /** The print resolution of the source, which results keep. */
  readonly resolution?: PrintResolution | null
  /** The colour space of the pixels, written as an ICC profile; default: sRGB. */
  readonly colorSpace?: ColorSpace | undefined
} & Pick<FileWriting, 'quality' | 'isLossless'>

/** The writer of one format. Label, MIME type, extension and limits: `fileFormats`. */
export type ImageWriter = {
  readonly encode: (picture: EncoderInput, options: EncodeOptions) => Promise<Blob>
  /** Writes 16-bit samples; absent if the format has none. */
  readonly encodeDeep?: (picture: DeepPicture, options: EncodeOptions) => Promise<Blob>
  /** Whether this browser can encode this size; absent if it can encode every size of the format. */
  readonly canEncode?: (size: Size) => boolean
}
