import { once } from '#base/promises.ts'
import { findTiffText, findTiffValue, hasTiffField } from '#formats/tiff.ts'
import { type FileKind, kindOfMarks } from './file-kinds.ts'

/** The leading bytes that `sniff` reads: a raw photo names its camera's maker within them. */
export const sniffBytes = 4096

/** Detects a file's kind by its leading bytes; name and declared type are ignored (D-1). */
export const sniff = (bytes: Uint8Array): FileKind => {
  if (bytes.length === 0) return 'empty'
  const head = bytes.subarray(0, sniffBytes)
  const text = latin1(head)
  if (text.startsWith('ftyp', 4)) return kindOfBrands(head, text)
  if (openingBox.test(text.slice(4, 8))) return 'mp4'
  if (text.startsWith('\x1aE\xdf\xa3')) return kindOfEbml(text)
  const marked = kindOfMarks(text)
  // Procreate documents are a ZIP without a file that names the kind.
  if (marked === 'zip' && /Document\.archive|QuickLook\/Thumbnail/.test(text)) return 'procreate'
  return marked ?? tiffKind(head) ?? kindOfHead(head, text) ?? kindOfText(text)
}

/** Kinds whose header has no unique signature. */
const kindOfHead = (head: Uint8Array, text: string): FileKind | undefined => {
  if (/^P[1-6](\s|#[^\n]*\n)+\d|^P7\n/.test(text)) return 'pnm'
  const [mark, version = 255, packing = 255, bits = 0] = head
  if (mark === 10 && version <= 5 && packing <= 1 && [1, 2, 4, 8].includes(bits)) return 'pcx'
  return isTga(head) ? 'tga' : undefined
}

/** Bits per pixel by image type, uncompressed or run-length encoded (Truevision TGA 2.0, fields 3 and 5.5). */
const tgaDepths: Readonly<Record<number, readonly number[]>> = { 1: [8, 16], 2: [15, 16, 24, 32], 3: [8] }

/** Whether all header fields have values that Truevision TGA allows. */
const isTga = (head: Uint8Array): boolean => {
  const [, hasPalette = 2, kind = 0] = head
  const isSized = ((head[12] ?? 0) | (head[13] ?? 0)) > 0 && ((head[14] ?? 0) | (head[15] ?? 0)) > 0
  const isPaletteRight = hasPalette === 0 ? head.subarray(3, 8).every((byte) => byte === 0) : hasPalette === 1
  const depths = kind > 11 ? [] : (tgaDepths[kind & 7] ?? [])
  return isSized && isPaletteRight && depths.includes(head[16] ?? 0) && ((head[17] ?? 255) & 0xc0) === 0
}

/** A file of which only the first bytes are read. */
export type Readable = {
  readonly slice: (start: number, end: number) => { readonly arrayBuffer: () => Promise<ArrayBuffer> }
}

const kinds = new WeakMap<Readable, Promise<FileKind>>()

/** The kind of a file, read once. Rejects if it cannot be read. */
export const readFileKind = (file: Readable): Promise<FileKind> =>
  once(kinds, file, async () => sniff(new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer())))

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/**
 * First boxes of films without `ftyp` (ISO/IEC 14496-12; QuickTime File Format): old files, padding or media first, and
 * stream segments.
 */
const openingBox = /^(moov|mdat|wide|free|skip|pnot|uuid|styp|sidx|moof)$/

const avifBrand = /^avi[fs]$/
/** HEIF brands of ISO/IEC 23008-12 and its amendments: HEVC, VVC, EVC, AVC, JPEG, JPEG 2000, or any codec. */
const heifBrand =
  /^(hei[cxms]|hev[cxms]|vvi[cs]|ev[bm][is]|avc[is]|jpe[gs]|jpgs|j2k[is]|mif[1-3]|msf1|miaf|1pic)$/
/** Brands without a codec: the compatible brands name it. */
const anyCodecBrand = /^(mif[1-3]|msf1|miaf|1pic)$/

/** By major and compatible brands (ISO/IEC 14496-12, 4.3). A file without a picture brand is a film. */
const kindOfBrands = (head: Uint8Array, text: string): FileKind => {
  const major = text.slice(8, 12)
  if (major === 'crx ') return 'cr3'
  if (avifBrand.test(major)) return 'avif'
  if (heifBrand.test(major) && !anyCodecBrand.test(major)) return 'heif'
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const compatible = text.slice(16, Math.min(boxBytes, head.length)).match(/.{4}/gs) ?? []
  if (major === 'qt  ') return 'mov'
  if (compatible.some((brand) => avifBrand.test(brand))) return 'avif'
  return [major, ...compatible].some((brand) => heifBrand.test(brand)) ? 'heif' : 'mp4'
}

/** EBML (RFC 8794): the header names the type of document. */
const kindOfEbml = (text: string): FileKind => (text.slice(0, 64).includes('webm') ? 'webm' : 'mkv')

/** What may precede the root of an SVG: white space, declarations, comments and the document type. */
const prolog = /^(\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE svg[^>[]*(\[[^\]]*\])?[^>]*>)/s

const kindOfText = (text: string): FileKind => {
  let rest = text.replace(/^\xef\xbb\xbf/, '')
  // In a loop: a single pattern would backtrack over many comments.
  for (let part = prolog.exec(rest); part; part = prolog.exec(rest)) rest = rest.slice(part[0].length)
  return /^<svg[\s>]/.test(rest) ? 'svg' : 'unknown'
}

/** TIFF 6.0; TIFF/EP (ISO 12234-2) and DNG 1.7 for raw photos. */
const tags = {
  subfileType: 254,
  photometric: 262,
  make: 271,
  subDirectories: 330,
  dngVersion: 50706,
} as const

const reducedResolution = 1
const rgb = 2
const colourFilterArray = 32803

/** Raw formats by camera maker, for files that begin as a plain TIFF. */
const formatsOfMakers: readonly (readonly [make: RegExp, kind: FileKind])[] = [
  [/^nikon/i, 'nef'],
  [/^sony/i, 'arw'],
  [/^(pentax|ricoh)/i, 'pef'],
  [/^samsung/i, 'srw'],
  [/^(olympus|om digital)/i, 'orf'],
  [/^canon/i, 'cr2'],
  [/^hasselblad/i, '3fr'],
  [/^phase one/i, 'iiq'],
  [/^(eastman )?kodak/i, 'dcr'],
  [/^seiko epson/i, 'erf'],
  [/^leaf/i, 'mos'],
  [/^mamiya/i, 'mef'],
]

/** The kind of a TIFF-based file, as many raw formats are; undefined for other files. */
const tiffKind = (head: Uint8Array): FileKind | undefined => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const mark = head.length < 8 ? 0 : view.getUint32(0)
  // BigTIFF has 43 instead of 42. Its directories are not read: no camera writes it.
  if (mark === 0x49492b00 || mark === 0x4d4d002b) return 'tiff'
  if (mark !== 0x49492a00 && mark !== 0x4d4d002a) return undefined
  if (hasTiffField(view, tags.dngVersion)) return 'dng'
  const make = findTiffText(view, tags.make)
  const [, raw] = formatsOfMakers.find(([maker]) => maker.test(make)) ?? []
  return raw && isRaw(view) ? raw : 'tiff'
}

/** Whether the first picture is a preview or raw sensor data: a TIFF made from a photo also names the maker. */
const isRaw = (view: DataView): boolean => {
  const numberOf = (tag: number) => findTiffValue(view, 0, view.byteLength, tag)?.value
  const colors = numberOf(tags.photometric)
  return (
    numberOf(tags.subfileType) === reducedResolution ||
    colors === colourFilterArray ||
    (colors !== rgb && hasTiffField(view, tags.subDirectories))
  )
}
