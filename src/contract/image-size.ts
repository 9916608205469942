import type { Size } from '#base/geometry.ts'
import { displaySize } from '#formats/orientation.ts'
import { pictureHeads } from '#formats/picture-head.ts'
import { isImageKind } from './file-kinds.ts'
import { limits } from './limits.ts'
import { type Readable, sniff } from './sniff.ts'

/**
 * The size of a JPEG, PNG or WebP file as it is shown, by its own header and orientation, before any pixel is decoded.
 * Null for other files, and where the header is not there.
 */
export const readImageSize = (bytes: Uint8Array): Size | null => {
  const kind = sniff(bytes)
  if (!isImageKind(kind)) return null
  const head = pictureHeads[kind](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return head && head.width > 0 && head.height > 0 ? displaySize(head, head.orientation?.value ?? 1) : null
}

/** As many bytes as tell the size of nearly every picture. */
const headBytes = 1 << 18

/** The size of a file as `readImageSize`, by its first bytes. Rejects where it cannot be read. */
export const readSizeOfFile = async (file: Readable): Promise<Size | null> =>
  readImageSize(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))

/** Whether a picture has more pixels, or a longer side, than is decoded (Spec, Limits; D-7). */
export const isPictureTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > limits.image.maxSide || width * height > limits.image.maxPixels

/** The size that a picture is made smaller to, so that it is within these limits: rounded down, never beyond. */
export const fitImageLimits = ({ width, height }: Size): Size => {
  const { maxPixels, maxSide } = limits.image
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** The limit for decoding, in pixels, before a picture is made smaller. A file can claim more than it contains. */
export const maxUnpackedPixels = 4 * limits.image.maxPixels
