import type { ImageFormat } from '#contract/output-formats.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { Size } from '#engine/raster.ts'
import { encodeJpeg, readJpegHeader } from './jpeg.ts'
import type { OrientationTag } from './orientation.ts'
import { encodePng } from './png/encode-png.ts'
import { readPngHeader } from './png/png-header.ts'
import { encodeWebp } from './webp/encode-webp.ts'
import { readWebpHeader } from './webp/webp-header.ts'

/**
 * Encodes a picture without any metadata (D-19). Throws a TypeError for a transparent JPEG, a `validation_error` for a
 * picture that its format cannot hold, and the signal's reason when it was aborted.
 */
export const encodeImage = async (
  picture: EncoderInput,
  format: ImageFormat,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Blob> => {
  signal?.throwIfAborted()
  switch (format) {
    case 'png':
      return await encodePng(picture, signal)
    case 'webp':
      return await encodeWebp(toRgba(picture), signal)
    case 'jpg':
      if (picture.kind === 'colour' && !picture.opaque) throw new TypeError('JPEG has no transparency')
      return await encodeJpeg(toRgba(picture), signal)
  }
}

export type InputFormat = 'jpeg' | 'png' | 'webp'

/** What a file says of its picture before anything is decoded. The size is as stored, before orientation. */
export type ImageHeader = Size & {
  readonly format: InputFormat
  /** Whether pixels may be transparent; false is certain. */
  readonly mayHaveAlpha: boolean
  readonly orientation?: OrientationTag
}

/**
 * Reads the header of a JPEG, PNG or WebP file from its bytes (D-1). Undefined: the bytes are none of these,
 * or too damaged to hold a picture.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readJpegHeader(view) ?? readPngHeader(view) ?? readWebpHeader(view)
  return header && header.width > 0 && header.height > 0 ? header : undefined
}
