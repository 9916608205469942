import { isNamed } from '#base/byte-names.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { pngChunks, riffChunks } from '#formats/chunks.ts'
import { findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'
import { findOrientation, swapsSides, tiffStart } from '#formats/orientation.ts'
import { findTiffValue } from '#formats/tiff.ts'
import { findHeifExif } from './heif/heif-boxes.ts'
import { readPsdHead, resources } from './psd/psd-head.ts'

/** A print resolution in pixels per inch, as displayed. */
export type PrintResolution = { readonly x: number; readonly y: number }

const metresAnInch = 0.0254
const centimetresAnInch = 2.54

/**
 * Finds the print resolution in a file of this kind; null if there is none, or the kind is not searched. EXIF has
 * priority over JFIF.
 */
export const findPrintResolution = (view: DataView, kind: FileKind): PrintResolution | null => {
  const found = view.byteLength < 16 || !isSearched(kind) ? null : finders[kind](view)
  return found && isUsual(found.x) && isUsual(found.y) ? found : null
}

/** The range that every format can store. */
const isUsual = (resolution: number): boolean => resolution >= 1 && resolution <= 0xffff

/** Bytes of the head of JFIF (1.02) up to both densities. */
const jfifBytes = 12

const inJpeg = (view: DataView): PrintResolution | null => {
  let jfif: PrintResolution | null = null
  for (const { marker, from, to } of jpegSegments(view)) {
    if (marker === jpegMarkers.app1 && isNamed(view, from, 'Exif')) {
      const exif = inExif(view, from, to)
      if (exif) return exif
    }
    if (marker === jpegMarkers.app0 && isNamed(view, from, 'JFIF') && from + jfifBytes <= view.byteLength) {
      const scale = [0, 1, centimetresAnInch][view.getUint8(from + 7)] ?? 0
      jfif = { x: view.getUint16(from + 8) * scale, y: view.getUint16(from + 10) * scale }
    }
  }
  return jfif
}

const inPng = (view: DataView): PrintResolution | null => {
  for (const { name, from } of pngChunks(view)) {
    if (name === 'IDAT' || from + 9 > view.byteLength) break
    if (name !== 'pHYs' || view.getUint8(from + 8) !== 1) continue
    return { x: view.getUint32(from) * metresAnInch, y: view.getUint32(from + 4) * metresAnInch }
  }
  return null
}

const inWebp = (view: DataView): PrintResolution | null => {
  for (const { name, from, to } of riffChunks(view)) if (name === 'EXIF') return inExif(view, from, to)
  return null
}

/** EXIF 2.32, tags of TIFF: XResolution, YResolution, and ResolutionUnit (2: inches, 3: centimetres). */
const [xTag, yTag, unitTag] = [0x011a, 0x011b, 0x0128]

const inExif = (view: DataView, from: number, end: number): PrintResolution | null => {
  const start = tiffStart(view, from)
  const numberOf = (tag: number) => findTiffValue(view, start, end, tag)?.value
  const [x, y, unit = 2] = [numberOf(xTag), numberOf(yTag), numberOf(unitTag)]
  const scale = { 2: 1, 3: centimetresAnInch }[unit]
  if (!x || !y || !scale) return null
  const { value = 1 } = findOrientation(view, start, end) ?? {}
  return swapsSides(value) ? { x: y * scale, y: x * scale } : { x: x * scale, y: y * scale }
}

/** The image resource ResolutionInfo (Adobe Photoshop File Formats): pixels per inch as 16.16 fixed point. */
const inPsd = (view: DataView): PrintResolution | null => {
  const resolution = resolutionOf(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  if (!resolution || resolution.byteLength < 12) return null
  const { buffer, byteOffset } = resolution
  const numbers = new DataView(buffer, byteOffset)
  return { x: numbers.getUint32(0) / 65_536, y: numbers.getUint32(8) / 65_536 }
}

const resolutionOf = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return readPsdHead(bytes).resources.get(resources.resolution)
  } catch {
    // The file is cut off.
    return undefined
  }
}

/** HEIC and AVIF. */
const inHeif = (view: DataView): PrintResolution | null => {
  const exif = findHeifExif(view)
  return exif && inExif(view, exif.from, exif.to)
}

/** The box `Exif` (ISO/IEC 18181-2), with the content of HEIF's. Packed ones (`brob`) are not read. */
const inJxl = (view: DataView): PrintResolution | null => {
  const exif = findBox(view, wholeSpan(view), 'Exif')
  if (!exif || exif.from + 4 > view.byteLength) return null
  return inExif(view, exif.from + 4 + view.getUint32(exif.from), exif.to)
}

const finders = {
  jpeg: inJpeg,
  png: inPng,
  webp: inWebp,
  psd: inPsd,
  heif: inHeif,
  avif: inHeif,
  jxl: inJxl,
  tiff: (view: DataView) => inExif(view, 0, view.byteLength),
} as const satisfies Partial<Record<FileKind, (view: DataView) => PrintResolution | null>>

const isSearched = (kind: FileKind): kind is keyof typeof finders => Object.hasOwn(finders, kind)
