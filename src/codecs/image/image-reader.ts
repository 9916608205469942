import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import type { DeepSamples } from './decoded.ts'

/** How a picture is read. */
export type ReadCall = {
  readonly signal?: AbortSignal | undefined
  /** A picture of more pixels than the API takes is made smaller; else it is refused (D-7). */
  readonly shrinks?: boolean
}

/** A picture as displayed: orientation applied, sRGB, straight alpha. */
export type DecodedImage = {
  readonly raster: Raster
  /** Whether any pixel is not wholly opaque. */
  readonly hasAlpha: boolean
  /** How large it is in its file, as displayed. */
  readonly fileSize: Size
}

/** A picture as displayed, in Display P3. */
export type WideImage = Pick<DecodedImage, 'raster' | 'hasAlpha'> & {
  /** Whether the file can hold colours that Display P3 does not have either: they are clipped. */
  readonly exceedsDisplayP3: boolean
}

/** Reads the files of one kind, which has been told by their first bytes. */
export type ImageReader = {
  readonly read: (file: Blob, call: ReadCall) => Promise<DecodedImage>
  /**
   * Null for a file whose colours are all in sRGB, `madeSrgb` for one that this browser reads in sRGB alone. Makes it
   * smaller where `read` does.
   */
  readonly readInDisplayP3: (file: Blob, call: ReadCall) => Promise<WideImage | 'madeSrgb' | null>
  /** As `PictureDecoder.readDeep`. */
  readonly readDeep?: (file: Blob) => Promise<DeepSamples | null>
}
