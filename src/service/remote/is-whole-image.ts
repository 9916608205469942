import type { ImageContentType } from '#contract/image-answer.ts'

/**
 * Whether the file goes on to its end; one that a proxy cut short may still be shown, with a grey half. Bytes behind
 * the end are allowed, as decoders allow them.
 */
export const isWholeImage = (bytes: Uint8Array<ArrayBuffer>, type: ImageContentType): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'image/png':
      return hasPngEnd(view)
    case 'image/jpeg':
      return hasJpegEnd(bytes, view)
    case 'image/webp':
      return bytes.length >= 12 && bytes.length >= 8 + view.getUint32(4, true)
  }
}

const pngSignature = 8
/** The length, type and checksum of each chunk (PNG, 5.3). */
const pngChunkFrame = 12
const iend = 0x49454e44

const hasPngEnd = (view: DataView): boolean => {
  for (let at = pngSignature; at + pngChunkFrame <= view.byteLength; ) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === iend) return true
    at += pngChunkFrame + length
  }
  return false
}

/**
 * Goes from marker to marker (ITU-T T.81, B.1.1): the thumbnail of a segment has an end of its own, so that the bytes
 * of the end marker alone prove nothing.
 */
const hasJpegEnd = (bytes: Uint8Array, view: DataView): boolean => {
  let at = 2
  while (true) {
    at = bytes.indexOf(0xff, at)
    const marker = bytes[at + 1]
    if (at < 0 || marker === undefined) return false
    if (marker === 0xd9) return true
    if (marker === 0xff) at += 1
    else if (hasNoLength(marker)) at += 2
    else if (at + 4 <= bytes.length) at += 2 + view.getUint16(at + 2)
    else return false
  }
}

/** A byte of a scan that is 0xff itself, a restart within a scan, TEM and SOI. */
const hasNoLength = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
