import { isNamed } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { maxUnpackedPixels } from '#contract/image-size.ts'
import { jxlHeader } from './jxl/jxl-header.ts'
import type { ClaimedSize } from './read-by-browser.ts'

/** Windows bitmaps: the size of the second header says which one it is, and a negative height that rows go down. */
const bmpSize = (view: DataView): Size | null => {
  if (!isNamed(view, 0, 'BM') || view.byteLength < 26) return null
  const isFirstVersion = view.getUint32(14, true) === 12
  return isFirstVersion
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** Of the logical screen (GIF89a, 18), or farther where the first frame (20) reaches beyond it. */
const gifSize = (view: DataView): Size | null => {
  if (!isNamed(view, 0, 'GIF8') || view.byteLength < 13) return null
  const word = (at: number) => view.getUint16(at, true)
  const size = { width: word(6), height: word(8) }
  const frame = findFirstFrame(view)
  if (frame === null) return size
  return {
    width: Math.max(size.width, word(frame + 1) + word(frame + 5)),
    height: Math.max(size.height, word(frame + 3) + word(frame + 7)),
  }
}

/** Goes over the palette and the extensions, which are blocks of up to 255 bytes; null where the bytes end before. */
const findFirstFrame = (view: DataView): number | null => {
  const flags = view.getUint8(10)
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  while (at + 10 <= view.byteLength) {
    const kind = view.getUint8(at)
    if (kind !== 0x21) return kind === 0x2c ? at : null
    for (at += 2; at < view.byteLength && view.getUint8(at) > 0; ) at += 1 + view.getUint8(at)
    at += 1
  }
  return null
}

/**
 * A box of 20 bytes that names the size of a picture or of a part of one, after its version (ISO/IEC 23008-12, 6.5.3).
 */
const sizeBox = `\0\0\0${String.fromCharCode(20)}ispe`

/** The largest of the pictures and their parts. */
const avifSize = (view: DataView): Size | null => {
  const head = new TextDecoder('latin1').decode(view)
  let largest = { width: 0, height: 0 }
  for (
    let at = head.indexOf(sizeBox);
    at >= 0 && at + 20 <= head.length;
    at = head.indexOf(sizeBox, at + 20)
  ) {
    const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) }
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

const jxlSize = (view: DataView): Size | null => {
  try {
    return jxlHeader(new Uint8Array(view.buffer))
  } catch {
    // Its codestream begins later, or never.
    return null
  }
}

/** How large pictures that browsers decode say that they are. */
export const claimedSizes = {
  bmp: { maxPixels: maxUnpackedPixels, isInHead: true, read: bmpSize },
  gif: { maxPixels: maxUnpackedPixels, isInHead: true, read: gifSize },
  // The limit of libavif, which browsers decode with. Its boxes may stand behind its pixels.
  avif: { maxPixels: 16_384 ** 2, isInHead: false, read: avifSize },
  jxl: { maxPixels: maxUnpackedPixels, isInHead: false, read: jxlSize },
} as const satisfies Readonly<Record<string, ClaimedSize>>
