import type { ImageFormat } from '#contract/output-formats.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import { encodePng } from './encode-png.ts'
import { encodeWebp } from './encode-webp.ts'

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
