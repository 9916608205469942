import { fetchWatched } from '#base/fetch-watched.ts'
import type { Size } from '#base/geometry.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { maxUnpackedPixels } from '#contract/image-size.ts'
import { partNotLoaded } from '#contract/load-part.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { UnreadColors, UnreadCompression } from '#contract/unread-pictures.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'

/**
 * What a decoder made of a file: straight alpha, upright, in the colours of `profile`, or in sRGB where that is absent.
 */
export type Decoded = Raster & {
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined
}

/** The same picture, upright, as a PNG, which every browser reads. */
export type DecodedPng = {
  readonly png: Blob
  /** Its colours are multiplied with alpha, which PNG does not say. */
  readonly isPremultiplied: boolean
  /** The file has colours that sRGB does not have, and the decoder leaves them out. */
  readonly isMadeSrgb: boolean
}

/**
 * Colours with more than 8 bits a sample, as a file has them: upright, not multiplied with alpha, in the colours of
 * `profile` or in sRGB.
 */
export type DeepSamples = DeepPicture & {
  readonly channels: 3
  readonly profile: Uint8Array | null | undefined
}

/** Reads a format that some browsers do not. */
export type PictureDecoder<P = Decoded> = {
  /**
   * Rejects with the errors of `colorsNotRead` and `checkDecodedSize`, with `worker_not_loaded` where its program did
   * not come, and with any other Error where the file is damaged.
   */
  readonly read: (file: Blob, signal?: AbortSignal) => Promise<P>
  /**
   * The colours of the same picture; null where they have no more than 8 bits. Rejects as `read`. Absent where none
   * have more.
   */
  readonly readDeep?: (file: Blob) => Promise<DeepSamples | null>
}

/** Of a file whose colours a decoder knows, and does not read. */
export const colorsNotRead = (kind: FileKind, colors: UnreadColors): ServiceError =>
  new ServiceError('validation_error', {
    reason: 'image_colors_unread',
    params: { kind, colors },
    fields: ['image_file'],
  })

/** Of a file whose compression is known, and not read. */
export const compressionNotRead = (kind: FileKind, compression: UnreadCompression): ServiceError =>
  new ServiceError('validation_error', {
    reason: 'image_compression_unread',
    params: { kind, compression },
    fields: ['image_file'],
  })

/** Of a picture that has more pixels than can be unpacked, or says so. */
export const tooManyPixels = (kind: FileKind, { width, height }: Size, cause?: unknown): ServiceError =>
  new ServiceError('image_too_large', {
    reason: 'image_too_many_pixels',
    params: { kind, width, height },
    cause,
  })

/** Throws where a picture has no pixels, and `image_too_large` where it has more than `maxPixels`. */
export const checkDecodedSize = (kind: FileKind, size: Size, maxPixels = maxUnpackedPixels): void => {
  if (!(size.width > 0 && size.height > 0)) throw new Error('The picture has no pixels.')
  if (size.width * size.height > maxPixels) throw tooManyPixels(kind, size)
}

/** The limit in pixels for colours of more than 8 bits: the largest full-frame cameras, with copies of 1.6 GB. */
const mostDeepPixels = 64_000_000

/** Whether the colours of so many pixels are read in more than 8 bits. */
export const isWithinDeep = (pixels: number): boolean => pixels <= mostDeepPixels

/**
 * Fetches the WASM of a decoder. Rejects with the reason `worker_not_loaded` where it cannot be had, or a host answers
 * with something else.
 */
export const fetchProgram = async (url: string): Promise<ArrayBuffer> => {
  const bytes = await fetchWatched(url)
    .then((response) => response.arrayBuffer())
    .catch(() => null)
  if (!bytes || !WebAssembly.validate(bytes)) throw partNotLoaded()
  return bytes
}

/** Undoes the multiplication of colours with alpha, in place; colours beyond alpha become full. `most` is full. */
export const divideByAlpha = (samples: Uint8ClampedArray | Uint16Array, most = 255): void => {
  for (let at = 0; at < samples.length; at += 4) {
    const alpha = samples[at + 3]
    if (alpha === most || alpha === 0) continue
    for (let channel = at; channel < at + 3; channel++)
      samples[channel] = Math.min(most, Math.round((samples[channel] * most) / alpha))
  }
}
