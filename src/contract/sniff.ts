/**
 * What a file's first bytes say it is. `heif`: AVIF, HEIC and their kin. `video`: a container of films, which
 * decoders are to try: MP4, MOV, M4V, WebM, MKV, and AVI.
 */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif' | 'video' | 'unknown'

/** As many leading bytes as `sniff` looks at. */
export const sniffBytes = 12

/** What `image_file` may hold (D-2). */
export const isImageKind = (kind: FileKind) => kind === 'jpeg' || kind === 'png' || kind === 'webp'

/** Tells a file by its leading bytes; names and declared types don't count (D-1). */
export const sniff = (bytes: Uint8Array): FileKind => {
  const textAt = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)

  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (textAt(0, 4) === 'RIFF') return kindsOfRiff[textAt(8, 12)] ?? 'unknown'
  if (/^GIF8[79]a$/.test(textAt(0, 6))) return 'gif'
  if (startsWith(0x1a, 0x45, 0xdf, 0xa3)) return 'video' // EBML: WebM, MKV
  if (textAt(4, 8) === 'ftyp') return kindOfBrand(textAt(8, 12))
  return openingBox.test(textAt(4, 8)) ? 'video' : 'unknown'
}

/**
 * What a film may begin with where it does not begin with `ftyp` (ISO/IEC 14496-12; QuickTime File Format): old
 * files, those whose first box is padding or the media itself, and segments of streams.
 */
const openingBox = /^(moov|mdat|wide|free|skip|pnot|uuid|styp|sidx|moof)$/

const kindsOfRiff: Readonly<Record<string, FileKind>> = { WEBP: 'webp', 'AVI ': 'video' }

/** ISO/IEC 23008-12 (HEIF) and the AVIF specification: major brands of still pictures and picture sequences. */
const pictureBrand = /^(avif|avis|hei[cxms]|hev[cxms]|mif[12]|msf1|miaf|jpe[gs])$/

const kindOfBrand = (brand: string): FileKind => {
  if (pictureBrand.test(brand)) return 'heif'
  return brand === 'crx ' ? 'unknown' : 'video' // a raw photo of a camera
}
