import type { Size } from '#base/geometry.ts'
import { findTiffValue } from '#base/tiff.ts'
import { orientationTag } from './found-jpegs.ts'

/** What a JPEG says before its pixels. */
type JpegHead = Size & {
  /** Its EXIF block says how it is turned. */
  readonly isTurnSaid: boolean
}

/** As many bytes as the segments before the pixels take: previews of cameras have maker notes of some hundred kilobytes. */
const headBytes = 1 << 20
/** Where the end of a picture is looked for, as some cameras write zeros behind it. */
const tailBytes = 4096

/**
 * The size of a whole JPEG of 8 bits that browsers show; null for everything else: the lossless JPEG of raw pixels, one that is
 * cut off, or other bytes.
 */
export async function readJpegHead(jpeg: Blob): Promise<JpegHead | null> {
  const bytes = new Uint8Array(await jpeg.slice(0, headBytes).arrayBuffer())
  const view = new DataView(bytes.buffer)
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  let isTurnSaid = false
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + view.getUint16(at + 2)
    if (marker === 0xe1 && view.getUint32(at + 4) === exifMark)
      isTurnSaid = findTiffValue(view, at + 10, Math.min(end, bytes.length), orientationTag) !== undefined
    // Baseline, extended and progressive, by Huffman's codes (ITU T.81, table B.1).
    if (marker >= 0xc0 && marker <= 0xc2) {
      const isShown = bytes[at + 4] === 8 && (bytes[at + 9] === 1 || bytes[at + 9] === 3)
      const height = view.getUint16(at + 5)
      const width = view.getUint16(at + 7)
      return isShown && width > 0 && height > 0 && (await hasEnd(jpeg)) ? { width, height, isTurnSaid } : null
    }
    // Other frames, or pixels before any frame.
    if (
      (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) ||
      marker === 0xda
    )
      return null
    at = end
  }
  return null
}

/** `Exif` */
const exifMark = 0x45786966

const hasEnd = async (jpeg: Blob): Promise<boolean> => {
  const tail = new Uint8Array(await jpeg.slice(-tailBytes).arrayBuffer())
  for (let at = tail.length - 2; at >= 0; at--) if (tail[at] === 0xff && tail[at + 1] === 0xd9) return true
  return false
}
