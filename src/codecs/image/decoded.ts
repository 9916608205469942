import type { Size } from '#base/geometry.ts'
import { maxUnpackedPixels } from '#contract/image-size.ts'
import type { UnreadColors } from '#contract/reason-messages.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'

/** What a decoder made of a file: straight alpha, upright, in the colours of `profile`, or in sRGB where that is absent. */
export type Decoded = Raster & {
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined
  /** The file holds further pictures. */
  readonly isFirstOfMany?: boolean
}

/** Colours with more than 8 bits a sample, as a file has them: upright, not multiplied with alpha, in the colours of `profile` or in sRGB. */
export type DeepSamples = DeepPicture & { readonly profile: Uint8Array | null | undefined }

/** Thrown by a decoder that knows the colours of a file, and does not read them. */
export class ColorsNotRead extends Error {
  override readonly name = 'ColorsNotRead'
  readonly colors: UnreadColors
  constructor(colors: UnreadColors) {
    super(colors)
    this.colors = colors
  }
}

/** Thrown by a decoder for a picture that has more pixels than it can unpack, or says so. */
export class TooManyPixels extends Error {
  override readonly name = 'TooManyPixels'
  readonly size: Size
  constructor(size: Size) {
    super(`${size.width}x${size.height}`)
    this.size = size
  }
}

/** Throws where a picture has no pixels, and `TooManyPixels` where it has more than `maxPixels`. */
export const checkDecodedSize = (width: number, height: number, maxPixels = maxUnpackedPixels): void => {
  if (!(width > 0 && height > 0)) throw new Error('The picture has no pixels.')
  if (width * height > maxPixels) throw new TooManyPixels({ width, height })
}

/** The most pixels whose colours are read in more than 8 bits: those of the largest full-frame cameras, whose copies take 1.6 GB. */
const mostDeepPixels = 64_000_000

/** Whether the colours of so many pixels are read in more than 8 bits. */
export const isWithinDeep = (pixels: number): boolean => pixels <= mostDeepPixels
