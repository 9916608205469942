import { isNamed } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { findTiffValue } from './tiff.ts'

/** How the stored pixels are turned for display: EXIF 2.32, tag 0x0112. 1 is upright; 5 to 8 swap the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Where an orientation stands in the file, so that it can be read here and then be neutralized for the browser. */
export type OrientationTag = {
  readonly value: Orientation
  readonly at: number
  /** The length of the number: 1, 2 or 4. */
  readonly bytes: number
  readonly littleEndian: boolean
  /** Whether all browsers see it in a JPEG: one number of 16 bits in EXIF. */
  readonly isUsual: boolean
  /** The bytes that a PNG chunk's checksum covers; the checksum follows them. */
  readonly summed?: { readonly start: number; readonly end: number }
}

/** Its number in a directory of TIFF. */
export const orientationTag = 0x0112
const shortBytes = 2

/** The letters before a block of TIFF in a JPEG, and of some writers in other files too. */
export const exifName = 'Exif\0\0'

/** Where the block of TIFF begins in EXIF at a place. */
export const tiffStart = (view: DataView, from: number): number =>
  isNamed(view, from, 'Exif') ? from + exifName.length : from

/**
 * Finds the orientation in EXIF at `from`..`to` of `view`, stored as an integer of any type, as libvips does. Broken or
 * missing EXIF gives undefined.
 */
export const findOrientation = (view: DataView, from: number, to: number): OrientationTag | undefined => {
  const found = findTiffValue(view, tiffStart(view, from), to, orientationTag)
  if (!found?.isInteger || !isOrientation(found.value)) return undefined
  const { value, at, bytes, littleEndian, isSigned } = found
  return { value, at, bytes, littleEndian, isUsual: bytes === shortBytes && !isSigned }
}

/** Whether a number is one of the eight. */
export const isOrientation = (value: number): value is Orientation =>
  Number.isInteger(value) && value >= 1 && value <= 8

/** Whether the stored width is the displayed height. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5

/** The size for display of a picture stored as `stored`. */
export const displaySize = ({ width, height }: Size, orientation: Orientation): Size =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height }
