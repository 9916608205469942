import { fetchWatched } from '#base/fetch-watched.ts'
import type { Size } from '#base/geometry.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { maxUnpackedPixels } from '#contract/image-size.ts'
import { partNotLoaded } from '#contract/load-part.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { UnreadColors, UnreadCompression } from '#contract/unread-pictures.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'

/** A decoded file: straight alpha, upright, in the colours of `profile`, by default sRGB. */
export type Decoded = Raster & {
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined
}

/** A decoded file as an upright PNG, which every browser reads. */
export type DecodedPng = {
  readonly png: Blob
  /** Whether colours are premultiplied with alpha, which PNG cannot state. */
  readonly isPremultiplied: boolean
  /** Whether the decoder clipped colours of the file to sRGB. */
  readonly isMadeSrgb: boolean
}

/**
 * Colours of a file with more than 8 bits per sample: upright, not premultiplied, in the colours of `profile` or sRGB.
 */
export type DeepSamples = DeepPicture & {
  readonly channels: 3
  readonly profile: Uint8Array | null | undefined
}

/** A decoder of a format that some browsers do not read. */
export type PictureDecoder<P = Decoded> = {
  /**
   * Rejects with the errors of `colorsNotRead` and `checkDecodedSize`, with `worker_not_loaded` if the decoder does not
   * load, and with any other Error if the file is damaged.
   */
  readonly read: (file: Blob, signal?: AbortSignal) => Promise<P>
  /**
   * The colours of the same picture; null if they have at most 8 bits. Rejects as `read`. Absent for formats of 8 bits.
   */
  readonly readDeep?: (file: Blob) => Promise<DeepSamples | null>
}

/** The error for a file whose colours are known but not read. */
export const colorsNotRead = (kind: FileKind, colors: UnreadColors): ServiceError =>
  new ServiceError('validation_error', {
    reason: 'image_colors_unread',
    params: { kind, colors },
    fields: ['image_file'],
  })

/** The error for a file whose compression is known but not read. */
export const compressionNotRead = (kind: FileKind, compression: UnreadCompression): ServiceError =>
  new ServiceError('validation_error', {
    reason: 'image_compression_unread',
    params: { kind, compression },
    fields: ['image_file'],
  })

/** The error for a picture with more pixels, real or declared, than can be unpacked. */
export const tooManyPixels = (kind: FileKind, { width, height }: Size, cause?: unknown): ServiceError =>
  new ServiceError('image_too_large', {
    reason: 'image_too_many_pixels',
    params: { kind, width, height },
    cause,
  })

/** Throws for a picture without pixels, and `image_too_large` above `maxPixels`. */
export const checkDecodedSize = (kind: FileKind, size: Size, maxPixels = maxUnpackedPixels): void => {
  if (!(size.width > 0 && size.height > 0)) throw new Error('The picture has no pixels.')
  if (size.width * size.height > maxPixels) throw tooManyPixels(kind, size)
}

/** The most pixels for colours of more than 8 bits: as the largest full-frame cameras, with copies of 1.6 GB. */
const mostDeepPixels = 64_000_000

/** Whether a picture of so many pixels is read in more than 8 bits. */
export const isWithinDeep = (pixels: number): boolean => pixels <= mostDeepPixels

/** Fetches the WASM of a decoder. Rejects with the reason `worker_not_loaded` if it is missing, or not WASM. */
export const fetchProgram = async (url: string): Promise<ArrayBuffer> => {
  const bytes = await fetchWatched(url)
    .then((response) => response.arrayBuffer())
    .catch(() => null)
  if (!bytes || !WebAssembly.validate(bytes)) throw partNotLoaded()
  return bytes
}

/** Undoes premultiplication in place; colours beyond alpha become `most`, the full value. */
export const divideByAlpha = (samples: Uint8ClampedArray | Uint16Array, most = 255): void => {
  for (let at = 0; at < samples.length; at += 4) {
    const alpha = samples[at + 3]
    if (alpha === most || alpha === 0) continue
    for (let channel = at; channel < at + 3; channel++)
      samples[channel] = Math.min(most, Math.round((samples[channel] * most) / alpha))
  }
}
