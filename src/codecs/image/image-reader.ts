import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import type { DeepSamples } from './decoded.ts'

/** Options of reading a picture. */
export type ReadCall = {
  readonly signal?: AbortSignal | undefined
  /** Whether a picture with more pixels than the API accepts is scaled down; else it is refused (D-7). */
  readonly shrinks?: boolean
}

/** A picture as displayed: orientation applied, sRGB, straight alpha. */
export type DecodedImage = {
  readonly raster: Raster
  /** Whether any pixel is not fully opaque. */
  readonly hasAlpha: boolean
  /** Its size in the file, as displayed. */
  readonly fileSize: Size
}

/** A picture as displayed, in Display P3. */
export type WideImage = Pick<DecodedImage, 'raster' | 'hasAlpha'> & {
  /** Whether the file can contain colours beyond Display P3, which are clipped. */
  readonly exceedsDisplayP3: boolean
}

/** Reads files of one kind, already recognised by their first bytes. */
export type ImageReader = {
  readonly read: (file: Blob, call: ReadCall) => Promise<DecodedImage>
  /**
   * Null if all colours are within sRGB, `madeSrgb` if this browser reads the file in sRGB only. Scales down as `read`.
   */
  readonly readInDisplayP3: (file: Blob, call: ReadCall) => Promise<WideImage | 'madeSrgb' | null>
  /** As `PictureDecoder.readDeep`. */
  readonly readDeep?: (file: Blob) => Promise<DeepSamples | null>
}
