import { isNamed } from '#base/byte-names.ts'
import { crc32 } from '#engine/crc32.ts'
import { jpegSegments } from '#formats/jpeg-segments.ts'

/**
 * Hides the colour profile of a JPEG, PNG or WebP file, in place. Then every browser decodes its colours as stored;
 * WebKit converts them whatever the options of `createImageBitmap` are.
 */
export const hideProfile = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isNamed(view, 0, 'RIFF')) hideInWebp(view)
  else if (view.getUint16(0) === 0xffd8) hideInJpeg(view)
  else hideInPng(bytes, view)
}

const letterX = 0x78

/** The name of a segment becomes one that nobody knows. */
const hideInJpeg = (view: DataView): void => {
  for (const { from } of jpegSegments(view))
    if (isNamed(view, from, 'ICC_PROFILE')) view.setUint8(from, letterX)
}

/** Flags of the chunk VP8X (RFC 9649, 2.7.1). */
const hasProfile = 0x20

const hideInWebp = (view: DataView): void => {
  for (let at = 12; at + 9 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true)
    if (isNamed(view, at, 'VP8X')) view.setUint8(at + 8, view.getUint8(at + 8) & ~hasProfile)
    if (isNamed(view, at, 'ICCP')) view.setUint8(at, letterX)
    at += 8 + length + (length & 1)
  }
}

/** Chunks of a PNG that say what its colours are. */
const colorChunks = ['iCCP', 'cICP', 'gAMA', 'cHRM', 'sRGB']

/** Chunks become private ones with their checksum (PNG, 5.4). */
const hideInPng = (bytes: Uint8Array, view: DataView): void => {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const end = at + 8 + view.getUint32(at)
    if (isNamed(view, at + 4, 'IDAT') || end + 4 > view.byteLength) return
    if (!colorChunks.some((name) => isNamed(view, at + 4, name))) continue
    bytes.set([letterX, letterX], at + 4)
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)))
  }
}
