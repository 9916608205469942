import { nameAt } from '#base/byte-names.ts'
import type { ImageHeader } from '#codecs/image/image-reader.ts'
import { findOrientation, type OrientationTag } from '#codecs/image/orientation.ts'
import { crc32 } from '#engine/crc32.ts'

/** The first eight bytes of every PNG file. */
export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

/** Allowed bit depths per colour type (PNG, table 11.1). */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Reads the header of a PNG and checks all critical chunks: a legal IHDR, right checksums, at least one IDAT, none cut
 * off. Browsers differ in how much damage they still show as a picture. Undefined where the file is no PNG or too
 * damaged.
 */
export const readPngHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 33 || pngSignature.some((byte, i) => view.getUint8(i) !== byte)) return undefined
  if (view.getUint32(8) !== 13 || nameAt(view, 12) !== 'IHDR') return undefined
  const colourType = view.getUint8(25)
  if (!isLegalHeader(view)) return undefined
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let mayHaveAlpha = (colourType & 4) !== 0
  let orientation: OrientationTag | undefined
  let hasPixels = false
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const end = at + 12 + view.getUint32(at)
    const type = nameAt(view, at + 4)
    if (end > view.byteLength) {
      if (isCritical(view, at)) return undefined
      break
    }
    if (isCritical(view, at) && crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4))
      return undefined
    if (type === 'IDAT') hasPixels = true
    else if (type === 'tRNS') mayHaveAlpha = true
    else if (type === 'eXIf')
      orientation = withChecksum(findOrientation(view, at + 8, end - 4), at + 4, end - 4)
    else if (type === 'IEND') break
    at = end
  }
  if (!hasPixels) return undefined
  return { format: 'png', mayHaveAlpha, ...pngSize(view), ...(orientation && { orientation }) }
}

const withChecksum = (
  tag: OrientationTag | undefined,
  start: number,
  end: number,
): OrientationTag | undefined => tag && { ...tag, summed: { start, end } }

const pngSize = (view: DataView) => ({ width: view.getUint32(16), height: view.getUint32(20) })

const isLegalHeader = (view: DataView): boolean =>
  (bitDepths[view.getUint8(25)]?.includes(view.getUint8(24)) ?? false) &&
  view.getUint8(26) === 0 &&
  view.getUint8(27) === 0 &&
  view.getUint8(28) <= 1

/** A chunk is critical when bit 5 of its type's first byte is clear (PNG, 5.4). */
const isCritical = (view: DataView, at: number): boolean => (view.getUint8(at + 4) & 0x20) === 0
