import { isNamed } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { findTiffValue } from './tiff.ts'

/** The orientation of stored pixels (EXIF 2.32, tag 0x0112): 1 is upright; 5 to 8 swap the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** An orientation and its position in the file, so that it can be neutralized for the browser. */
export type OrientationTag = {
  readonly value: Orientation
  readonly at: number
  /** Bytes of the number: 1, 2 or 4. */
  readonly bytes: number
  readonly littleEndian: boolean
  /** Whether all browsers read it in a JPEG: a 16-bit unsigned number in EXIF. */
  readonly isUsual: boolean
  /** The span of a PNG chunk's checksum, which follows it. */
  readonly summed?: { readonly start: number; readonly end: number }
}

/** The TIFF tag. */
export const orientationTag = 0x0112
const shortBytes = 2

/** The head of EXIF in a JPEG; some writers add it in other formats too. */
export const exifName = 'Exif\0\0'

/** The start of the TIFF block in EXIF at `from`. */
export const tiffStart = (view: DataView, from: number): number =>
  isNamed(view, from, 'Exif') ? from + exifName.length : from

/**
 * Finds the orientation in EXIF at `from`..`to` of `view`, stored as an integer of any type, as in libvips. Undefined
 * if EXIF is broken or missing.
 */
export const findOrientation = (view: DataView, from: number, to: number): OrientationTag | undefined => {
  const found = findTiffValue(view, tiffStart(view, from), to, orientationTag)
  if (!found?.isInteger || !isOrientation(found.value)) return undefined
  const { value, at, bytes, littleEndian, isSigned } = found
  return { value, at, bytes, littleEndian, isUsual: bytes === shortBytes && !isSigned }
}

/** Whether a number is an orientation. */
export const isOrientation = (value: number): value is Orientation =>
  Number.isInteger(value) && value >= 1 && value <= 8

/** Whether the stored width is the displayed height. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5

/** The display size of a picture stored with this size. */
export const displaySize = ({ width, height }: Size, orientation: Orientation): Size =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height }
