import { crc32 } from './checksums.ts'

/** How the stored pixels are turned for display: EXIF 2.32, tag 0x0112. 1 is upright; 5 to 8 swap the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Where an orientation stands in the file, so that it can be read here and then be neutralized for the browser. */
export type OrientationTag = {
  readonly value: Orientation
  readonly at: number
  readonly littleEndian: boolean
  /** The bytes that a PNG chunk's checksum covers; the checksum follows them. */
  readonly summed?: { readonly start: number; readonly end: number }
}

const orientationTag = 0x0112
const typeShort = 3

/**
 * Finds the orientation in the TIFF block at `start`..`end` of `view`. Broken or missing EXIF gives
 * undefined: it never makes a picture unreadable.
 */
export const findOrientation = (view: DataView, start: number, end: number): OrientationTag | undefined => {
  const limit = Math.min(end, view.byteLength)
  if (start + 14 > limit) return undefined
  const order = view.getUint16(start)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const littleEndian = order === 0x4949
  if (view.getUint16(start + 2, littleEndian) !== 42) return undefined
  const directory = start + view.getUint32(start + 4, littleEndian)
  if (directory + 2 > limit) return undefined
  const count = view.getUint16(directory, littleEndian)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > limit) return undefined
    if (view.getUint16(entry, littleEndian) !== orientationTag) continue
    if (view.getUint16(entry + 2, littleEndian) !== typeShort) return undefined
    const value = view.getUint16(entry + 8, littleEndian)
    return isOrientation(value) ? { value, at: entry + 8, littleEndian } : undefined
  }
  return undefined
}

const isOrientation = (value: number): value is Orientation => value >= 1 && value <= 8

export const swapsSides = (orientation: Orientation): boolean => orientation >= 5

/**
 * Sets the orientation in `bytes` to upright. Browsers differ in which formats' orientation they apply, and none
 * can be told not to; so they are shown none, and the turning is done here.
 */
export const neutralize = (bytes: Uint8Array, { at, littleEndian, summed }: OrientationTag): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint16(at, 1, littleEndian)
  if (summed) view.setUint32(summed.end, crc32(bytes.subarray(summed.start, summed.end)))
}
