import type { Size } from '#base/geometry.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import type { PrintResolution } from './print-resolution.ts'

/** What a file is written with besides its pixels. */
export type EncodeOptions = {
  readonly signal?: AbortSignal | undefined
  /** The print resolution of the source, which results keep. */
  readonly resolution?: PrintResolution | null
  /** The ICC profile of its colours, which stay as they are; sRGB where absent. */
  readonly colorSpace?: ColorSpace | undefined
} & Pick<FileWriting, 'quality' | 'isLossless'>

/** How the files of one format are written. Label, MIME type, file ending and limits: `fileFormats`. */
export type ImageWriter = {
  readonly encode: (picture: EncoderInput, options: EncodeOptions) => Promise<Blob>
  /** Writes samples of 16 bits; absent where the format has none. */
  readonly encodeDeep?: (picture: DeepPicture, options: EncodeOptions) => Promise<Blob>
  /** Whether this browser can encode a picture of this size; absent where it can encode all that the format holds. */
  readonly canEncode?: (size: Size) => boolean
}
