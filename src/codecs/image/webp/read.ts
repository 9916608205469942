import type { ImageHeader } from '#codecs/image/image-reader.ts'
import { findOrientation, type OrientationTag } from '#codecs/image/orientation.ts'

const fourCc = (text: string): number =>
  [...text].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0)

const riff = fourCc('RIFF')
const webp = fourCc('WEBP')
const extended = fourCc('VP8X')
const lossy = fourCc('VP8 ')
const lossless = fourCc('VP8L')
const frame = fourCc('ANMF')
const alpha = fourCc('ALPH')
const exif = fourCc('EXIF')

/** Reads the canvas of an extended file, else the size of its one frame (RFC 9649, section 2). */
export const readWebpHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 20 || view.getUint32(0) !== riff || view.getUint32(8) !== webp) return undefined
  let width = 0
  let height = 0
  let mayHaveAlpha = false
  let hasPixels = false
  let orientation: OrientationTag | undefined
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const type = view.getUint32(at)
    const body = at + 8
    const length = view.getUint32(at + 4, true)
    const end = Math.min(body + length, view.byteLength)
    if (type === extended && end - body >= 10) {
      mayHaveAlpha = (view.getUint8(body) & 0x10) !== 0
      width = Math.max(width, 1 + uint24(view, body + 4))
      height = Math.max(height, 1 + uint24(view, body + 7))
    } else if (type === lossy && end - body >= 10) {
      hasPixels = true
      width = Math.max(width, view.getUint16(body + 6, true) & 0x3fff)
      height = Math.max(height, view.getUint16(body + 8, true) & 0x3fff)
    } else if (type === lossless && end - body >= 5) {
      const packed = view.getUint32(body + 1, true)
      hasPixels = true
      width = Math.max(width, 1 + (packed & 0x3fff))
      height = Math.max(height, 1 + ((packed >>> 14) & 0x3fff))
      mayHaveAlpha ||= ((packed >>> 28) & 1) !== 0
    } else if (type === frame) {
      hasPixels = true
      mayHaveAlpha = true
    } else if (type === alpha) {
      mayHaveAlpha = true
    } else if (type === exif) {
      const marked = end - body > 6 && view.getUint32(body) === fourCc('Exif')
      orientation = findOrientation(view, marked ? body + 6 : body, end)
    }
    at = body + length + (length & 1)
  }
  if (!hasPixels) return undefined
  return { format: 'webp', width, height, mayHaveAlpha, ...(orientation && { orientation }) }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
