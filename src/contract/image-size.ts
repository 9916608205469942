import type { Size } from '#base/geometry.ts'
import { findJpegOrientation } from '#formats/jpeg-orientation.ts'
import { findJpegFrame } from '#formats/jpeg-segments.ts'
import { findTiffValue } from '#formats/tiff.ts'
import { isImageKind } from './file-kinds.ts'
import { limits } from './limits.ts'
import { type Readable, sniff } from './sniff.ts'

/**
 * The size of a JPEG, PNG or WebP file as it is shown, by its own header and orientation, before any pixel is decoded.
 * Null for other files, and where the header is not there.
 */
export const readImageSize = (bytes: Uint8Array): Size | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = sniff(bytes)
  if (!isImageKind(kind)) return null
  const size = readers[kind](view)
  if (!size || size.width <= 0 || size.height <= 0) return null
  return isTurned(view, kind) ? { width: size.height, height: size.width } : size
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

const pngHeaderBytes = 33
const ihdr = 0x49484452

/** PNG, 11.2.1: IHDR is the first chunk. */
const pngSize = (view: DataView): Size | null =>
  view.byteLength >= pngHeaderBytes && view.getUint32(12) === ihdr
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : null

const jpegSize = (view: DataView): Size | null => {
  const at = findJpegFrame(view)
  return at === null ? null : { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
}

const fourCc = (text: string): number =>
  [...text].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0)
const [extended, lossy, lossless] = [fourCc('VP8X'), fourCc('VP8 '), fourCc('VP8L')]

/** The largest of the canvas and the frames (RFC 9649, 2.5 to 2.7): the two need not agree, and either is decoded. */
const webpSize = (view: DataView): Size | null => {
  let [width, height] = [0, 0]
  for (let at = 12; at + 18 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true)
    const size = webpChunkSize(view, view.getUint32(at), at + 8)
    width = Math.max(width, size?.width ?? 0)
    height = Math.max(height, size?.height ?? 0)
    at += 8 + length + (length & 1)
  }
  return { width, height }
}

const webpChunkSize = (view: DataView, type: number, at: number): Size | null => {
  const packed = view.getUint32(at + 1, true)
  switch (type) {
    case extended:
      return { width: 1 + uint24(view, at + 4), height: 1 + uint24(view, at + 7) }
    case lossy:
      return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff }
    case lossless:
      return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
    default:
      return null
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

const readers = { png: pngSize, jpeg: jpegSize, webp: webpSize } as const

/** Whether a picture is shown with its stored sides swapped, by its orientation (EXIF 2.32, tag 0x0112). */
const isTurned = (view: DataView, kind: 'png' | 'jpeg' | 'webp'): boolean => {
  const value = kind === 'jpeg' ? findJpegOrientation(view)?.value : chunkOrientation(view, kind)
  return value !== undefined && value >= 5 && value <= 8
}

const orientationTag = 0x0112

/** The letters that some writers put before a TIFF block, as JPEG does. */
const marked = fourCc('Exif')

/**
 * Chunks of PNG (5.3) have a length, a name and a checksum; those of WebP (RFC 9649, 2.3) a name and a length, and are
 * even.
 */
const chunkOrientation = (view: DataView, kind: 'png' | 'webp'): number | undefined => {
  const isPng = kind === 'png'
  const name = fourCc(isPng ? 'eXIf' : 'EXIF')
  for (let at = isPng ? 8 : 12; at + 12 <= view.byteLength; ) {
    const length = view.getUint32(isPng ? at : at + 4, !isPng)
    const body = at + 8
    if (view.getUint32(isPng ? at + 4 : at) === name) {
      const isMarked = view.getUint32(body) === marked
      const found = findTiffValue(view, isMarked ? body + 6 : body, body + length, orientationTag)
      return found?.isInteger ? found.value : undefined
    }
    at = body + length + (isPng ? 4 : length & 1)
  }
  return undefined
}
