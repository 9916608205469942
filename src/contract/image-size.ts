import type { Size } from '#base/geometry.ts'
import { displaySize } from '#formats/orientation.ts'
import { pictureHeads } from '#formats/picture-head.ts'
import { isImageKind } from './file-kinds.ts'
import { limits } from './limits.ts'
import { type Readable, sniff } from './sniff.ts'

/**
 * The displayed size of a JPEG, PNG or WebP file, from its header and orientation, without decoding. Null for other
 * files, or if the header is not in `bytes`.
 */
export const readImageSize = (bytes: Uint8Array): Size | null => {
  const kind = sniff(bytes)
  if (!isImageKind(kind)) return null
  const head = pictureHeads[kind](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return head && head.width > 0 && head.height > 0 ? displaySize(head, head.orientation?.value ?? 1) : null
}

/** Enough to contain the size of nearly every picture. */
const headBytes = 1 << 18

/** `readImageSize` of a file's first bytes. Rejects if the file cannot be read. */
export const readSizeOfFile = async (file: Readable): Promise<Size | null> =>
  readImageSize(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))

/** Whether a picture exceeds the limits of pixels or side (Spec, Limits; D-7). */
export const isPictureTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > limits.image.maxSide || width * height > limits.image.maxPixels

/** A picture's size reduced to these limits, rounded down. */
export const fitImageLimits = ({ width, height }: Size): Size => {
  const { maxPixels, maxSide } = limits.image
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Limit of pixels before a picture is shrunk while decoding. A file's header can exceed its content. */
export const maxUnpackedPixels = 4 * limits.image.maxPixels
