/**
 * What a file is by its first bytes (D-1). This only chooses texts and queues; the service decides whether it accepts
 * the file.
 */
export type DetectedKind =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'gif'
  | 'svg'
  | 'bmp'
  | 'tiff'
  | 'jxl'
  | 'pdf'
  | 'video'
  | 'empty'
  | 'unknown'

/** Reads the first bytes of `file`; never rejects. */
export const readFileKind = async (file: Blob): Promise<DetectedKind> => {
  if (file.size === 0) return 'empty'
  try {
    return fileKind(new Uint8Array(await file.slice(0, 256).arrayBuffer()))
  } catch {
    return 'unknown'
  }
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

export const fileKind = (bytes: Uint8Array): DetectedKind => {
  const text = String.fromCharCode(...bytes.subarray(0, 256))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('ftyp', 4)) return kindOfBrand(text.slice(8, 12))
  if (text.startsWith('GIF8')) return 'gif'
  if (text.startsWith('BM')) return 'bmp'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('\xff\x0a') || text.startsWith('JXL ', 4)) return 'jxl'
  if (text.startsWith('%PDF')) return 'pdf'
  if (isVideo(text)) return 'video'
  return /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/s.test(text)
    ? 'svg'
    : 'unknown'
}

/** MKV and WebM, old QuickTime files, and containers that are recognised only to be refused by their name. */
const isVideo = (text: string): boolean =>
  text.startsWith('\x1aE\xdf\xa3') ||
  /^(moov|mdat|wide|free|skip|pnot|uuid|styp|sidx|moof)$/.test(text.slice(4, 8)) ||
  (text.startsWith('RIFF') && text.startsWith('AVI ', 8)) ||
  text.startsWith('FLV') ||
  text.startsWith('\x30\x26\xb2\x75') ||
  text.startsWith('\0\0\x01\xba') ||
  (text.startsWith('G') && text.charAt(188) === 'G')

const kindOfBrand = (brand: string): DetectedKind => {
  if (brand === 'avif' || brand === 'avis') return 'avif'
  return heicBrands.includes(brand) ? 'heic' : 'video'
}
