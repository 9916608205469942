import { isNamed } from '#base/byte-names.ts'
import { jpegMarkers, jpegSegments } from './jpeg-segments.ts'
import {
  exifName,
  findOrientation,
  isOrientation,
  type OrientationTag,
  orientationTag,
} from './orientation.ts'

/** The head of an XMP segment (XMP specification, part 3, 1.1.3). */
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
/**
 * The orientation of a JPEG; `view` is the start of the file. EXIF has priority, as an integer of any type, as in
 * libvips; then XMP, which some editors write alone. Undefined if neither has a number from 1 to 8.
 */
export const findJpegOrientation = (view: DataView): OrientationTag | undefined => {
  let inXmp: OrientationTag | undefined
  for (const { marker, from, to } of jpegSegments(view)) {
    if (marker !== jpegMarkers.app1 || to > view.byteLength) continue
    const inExif = isNamed(view, from, exifName) ? findOrientation(view, from, to) : undefined
    if (inExif) return inExif
    if (isNamed(view, from, xmpName)) inXmp ??= ofXmp(view, from + xmpName.length, to)
  }
  return inXmp
}

const ofXmp = (view: DataView, start: number, end: number): OrientationTag | undefined => {
  const xmp = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset + start, Math.max(0, end - start)),
  )
  const match = /tiff:Orientation\s*(?:=\s*["']|>\s*)([1-8])/.exec(xmp)
  const value = Number(match?.[1])
  if (!match || !isOrientation(value)) return undefined
  return {
    value,
    at: start + match.index + match[0].length - 1,
    bytes: 1,
    littleEndian: true,
    isUsual: false,
  }
}

/** Bytes of a JPEG that are searched for its orientation. */
const headBytes = 1 << 20

/**
 * The file, with an EXIF block for an orientation that not all browsers read, so that a page shows the picture as it is
 * processed.
 */
export const withUsualOrientation = async (file: File): Promise<File> => {
  const view = new DataView(await file.slice(0, headBytes).arrayBuffer())
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return file
  const found = findJpegOrientation(view)
  if (!found || found.isUsual || found.value === 1) return file
  const { name, type, lastModified } = file
  return new File([withOrientation(file, found.value)], name, { type, lastModified })
}

/** Inserts an EXIF block with only an orientation as the first segment. */
export const withOrientation = (jpeg: Blob, orientation: number): Blob => {
  const letters = Array.from(`${exifName}MM`, (letter) => letter.charCodeAt(0))
  const entry = [orientationTag >> 8, orientationTag & 255, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const body = [...letters, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const segment = Uint8Array.of(0xff, jpegMarkers.app1, 0, body.length + 2, ...body)
  return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: jpeg.type })
}
