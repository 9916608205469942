import { jpegMarkers, jpegSegments } from './jpeg-segments.ts'
import { findTiffValue } from './tiff.ts'

/** How the stored pixels are turned for display (EXIF 2.32, tag 0x0112), and where that stands. */
type JpegOrientation = {
  readonly value: number
  readonly at: number
  /** The length of the number; of XMP one digit. */
  readonly bytes: number
  readonly littleEndian: boolean
  /** Whether all browsers see it: one number of 16 bits in EXIF. */
  readonly isUsual: boolean
}

const exifName = 'Exif\0\0'
/** XMP specification, part 3, 1.1.3. */
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
/** How the picture is turned, 1 to 8 (TIFF 6.0, EXIF 2.32). */
export const orientationTag = 0x0112
const shortBytes = 2

/**
 * The orientation of a JPEG; `view` is the start of the file. EXIF counts first, with an integer of any type, as in
 * libvips; then XMP, where some editors write it alone. Undefined where neither has a number of 1 to 8.
 */
export const findJpegOrientation = (view: DataView): JpegOrientation | undefined => {
  let inXmp: JpegOrientation | undefined
  for (const { marker, from, to } of jpegSegments(view)) {
    if (marker !== jpegMarkers.app1 || to > view.byteLength) continue
    const text = textOf(view, from, Math.min(to, from + xmpName.length))
    const inExif = text.startsWith(exifName) ? ofExif(view, from + exifName.length, to) : undefined
    if (inExif) return inExif
    if (text === xmpName) inXmp ??= ofXmp(view, from + xmpName.length, to)
  }
  return inXmp
}

const textOf = (view: DataView, start: number, end: number): string =>
  new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset + start, end - start))

const isOrientation = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 8

const ofExif = (view: DataView, start: number, end: number): JpegOrientation | undefined => {
  const found = findTiffValue(view, start, end, orientationTag)
  if (!found?.isInteger || !isOrientation(found.value)) return undefined
  const { value, at, bytes, littleEndian, isSigned } = found
  return { value, at, bytes, littleEndian, isUsual: bytes === shortBytes && !isSigned }
}

const ofXmp = (view: DataView, start: number, end: number): JpegOrientation | undefined => {
  const match = /tiff:Orientation\s*(?:=\s*["']|>\s*)([1-8])/.exec(textOf(view, start, end))
  if (!match) return undefined
  const at = start + match.index + match[0].length - 1
  return { value: Number(match[1]), at, bytes: 1, littleEndian: true, isUsual: false }
}

/** Bytes in which a JPEG names its orientation. */
const headBytes = 1 << 20

/**
 * The file, with its orientation once more in the way that all browsers see it, where a JPEG has another; so a page
 * shows what is worked on.
 */
export const withUsualOrientation = async (file: File): Promise<File> => {
  const view = new DataView(await file.slice(0, headBytes).arrayBuffer())
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return file
  const found = findJpegOrientation(view)
  if (!found || found.isUsual || found.value === 1) return file
  const { name, type, lastModified } = file
  return new File([withOrientation(file, found.value)], name, { type, lastModified })
}

/** A JPEG with an EXIF block that has its orientation only, as its first segment. */
export const withOrientation = (jpeg: Blob, orientation: number): Blob => {
  const letters = Array.from(`${exifName}MM`, (letter) => letter.charCodeAt(0))
  const entry = [orientationTag >> 8, orientationTag & 255, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const body = [...letters, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const segment = Uint8Array.of(0xff, jpegMarkers.app1, 0, body.length + 2, ...body)
  return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: jpeg.type })
}
