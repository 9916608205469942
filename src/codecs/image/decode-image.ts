import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Raster, Size } from '#engine/raster.ts'
import { neutralize } from './exif-orientation.ts'
import { type ImageFormat, type ImageHeader, readImageHeader } from './image-header.ts'
import { displaySize, placeRows } from './orient.ts'
import { readOpaque, readStraight } from './read-back.ts'

/** A picture as displayed: orientation applied, sRGB, straight alpha. */
export type DecodedImage = {
  readonly raster: Raster
  /** Whether any pixel is not wholly opaque. */
  readonly hasAlpha: boolean
  readonly format: ImageFormat
}

/**
 * Decodes a JPEG, PNG or WebP file (D-1, D-2, D-7).
 *
 * Throws `validation_error` for bytes that are none of these or do not decode, `image_too_large` from the header
 * alone, before any pixel is decoded, and the signal's reason when it was aborted.
 */
export const decodeImage = async (
  blob: Blob,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<DecodedImage> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  signal?.throwIfAborted()
  const header = readImageHeader(bytes)
  if (!header) throw unreadable()
  if (isTooLarge(header)) {
    throw new ServiceError('image_too_large')
  }
  const orientation = header.orientation?.value ?? 1
  if (header.orientation) neutralize(bytes, header.orientation)
  const bitmap = await openBitmap(bytes, header)
  try {
    signal?.throwIfAborted()
    const stored = { width: bitmap.width, height: bitmap.height }
    const shown = new Uint32Array(stored.width * stored.height)
    const take = (rows: Uint8Array | Uint8ClampedArray, firstRow: number) =>
      placeRows(
        new Uint32Array(rows.buffer, rows.byteOffset, rows.byteLength / 4),
        firstRow,
        stored,
        orientation,
        shown,
      )
    if (!header.mayHaveAlpha || !(await readStraight(bitmap, take, signal))) readOpaque(bitmap, take, signal)
    return {
      raster: { ...displaySize(stored, orientation), data: new Uint8ClampedArray(shown.buffer) },
      hasAlpha: header.mayHaveAlpha && shown.some((pixel) => pixel >>> 24 !== 255),
      format: header.format,
    }
  } finally {
    bitmap.close()
  }
}

const isTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > limits.image.maxSide || width * height > limits.image.maxPixels

const openBitmap = async (bytes: Uint8Array<ArrayBuffer>, header: ImageHeader): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(new Blob([bytes], { type: `image/${header.format}` }), {
      premultiplyAlpha: header.mayHaveAlpha ? 'none' : 'default',
    })
  } catch (cause) {
    throw unreadable(cause)
  }
}

const unreadable = (cause?: unknown) =>
  new ServiceError('validation_error', {
    details: { image_file: ['The file is not a JPEG, PNG or WebP image that can be decoded.'] },
    ...(cause === undefined ? {} : { cause }),
  })
