import { isNamed } from '#base/byte-names.ts'
import { sniff } from '#contract/sniff.ts'
import { crc32 } from '#engine/crc32.ts'
import { pngChunks, riffChunks } from '#formats/chunks.ts'
import { jpegSegments } from '#formats/jpeg-segments.ts'

/**
 * Hides the colour profile of a JPEG, PNG or WebP file, in place, so that every browser decodes the stored colours;
 * WebKit converts them in spite of the options of `createImageBitmap`.
 */
export const hideProfile = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = sniff(bytes)
  if (kind === 'webp') hideInWebp(view)
  else if (kind === 'jpeg') hideInJpeg(view)
  else hideInPng(bytes, view)
}

const letterX = 0x78

/** Renames the segment to an unknown name. */
const hideInJpeg = (view: DataView): void => {
  for (const { from } of jpegSegments(view))
    if (isNamed(view, from, 'ICC_PROFILE')) view.setUint8(from, letterX)
}

/** Flags of the chunk VP8X (RFC 9649, 2.7.1). */
const hasProfile = 0x20

const hideInWebp = (view: DataView): void => {
  for (const { name, at, from } of riffChunks(view)) {
    if (name === 'VP8X' && from < view.byteLength) view.setUint8(from, view.getUint8(from) & ~hasProfile)
    if (name === 'ICCP') view.setUint8(at, letterX)
  }
}

/** Chunks of a PNG that define its colours. */
const colorChunks = ['iCCP', 'cICP', 'gAMA', 'cHRM', 'sRGB']

/** Renames chunks to private ones, with a new checksum (PNG, 5.4). */
const hideInPng = (bytes: Uint8Array, view: DataView): void => {
  for (const { name, at, to } of pngChunks(view)) {
    if (name === 'IDAT' || to + 4 > view.byteLength) return
    if (!colorChunks.includes(name)) continue
    bytes.set([letterX, letterX], at + 4)
    view.setUint32(to, crc32(bytes.subarray(at + 4, to)))
  }
}
