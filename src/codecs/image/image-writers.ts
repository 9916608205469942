import type { Size } from '#base/geometry.ts'
import type { ImageFormat } from '#contract/output-formats.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { encodeAvif, encodeDeepAvif } from './avif/write.ts'
import type { EncodeOptions, ImageWriter } from './image-writer.ts'
import { encodeJpeg, fitsCanvas } from './jpeg/write.ts'
import { encodeJxl } from './jxl/write.ts'
import { encodeDeepPng, encodePng } from './png/write.ts'
import { encodeDeepTiff, encodeTiff } from './tiff/write.ts'
import { encodeWebp } from './webp/write.ts'

const imageWriters: Readonly<Record<FileFormat, ImageWriter>> = {
  png: { encode: encodePng, encodeDeep: encodeDeepPng },
  jpg: { encode: encodeJpeg, canEncode: fitsCanvas },
  webp: {
    encode: (picture, options) => encodeWebp(toRgba(picture), options),
  },
  avif: { encode: (picture, options) => encodeAvif(toRgba(picture), options), encodeDeep: encodeDeepAvif },
  jxl: { encode: (picture, options) => encodeJxl(toRgba(picture), options) },
  tiff: { encode: encodeTiff, encodeDeep: encodeDeepTiff },
}

/** Whether this browser can encode a picture of this size, for formats that the browser encodes. */
export const canEncode = (format: ImageFormat, size: Size): boolean =>
  imageWriters[format].canEncode?.(size) ?? true

/**
 * Encodes a picture with its colour space and print resolution, and no other metadata (D-19). Throws a TypeError for a
 * transparent JPEG and for 16 bits in a format without them, a `validation_error` for a picture with a longer side than
 * its format allows, and the signal's reason on abort.
 */
export const encodeImage = async (
  picture: EncoderInput | DeepPicture,
  format: FileFormat,
  options: EncodeOptions = {},
): Promise<Blob> => {
  options.signal?.throwIfAborted()
  const { width, height } = sizeOf(picture)
  const { label, maxSide } = fileFormats[format]
  if (Math.max(width, height) > maxSide)
    throw new ServiceError('validation_error', {
      reason: 'picture_side_too_long',
      params: { width, height, format: label, maxSide },
      fields: ['format'],
    })
  const { encode, encodeDeep } = imageWriters[format]
  if (!isDeep(picture)) return await encode(picture, options)
  if (!encodeDeep) throw new TypeError(`${label} has no samples of 16 bits`)
  return await encodeDeep(picture, options)
}

const isDeep = (picture: EncoderInput | DeepPicture): picture is DeepPicture => 'channels' in picture

const sizeOf = (picture: EncoderInput | DeepPicture): Size =>
  isDeep(picture) ? picture : picture.kind === 'grey' ? picture.alpha : picture.raster
