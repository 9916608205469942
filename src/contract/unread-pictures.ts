/** Colours that no decoder of the studio reads. */
export const unreadColors = {
  cmyk: 'in CMYK, as for a printer',
  lab: 'in Lab',
  duotone: 'in duotone',
  multichannel: 'those of several inks',
  mask: 'those of a mask',
  signed: 'numbers with a sign',
  deep: 'in 32 bits a channel',
  ambiguous: 'in 24 bits a channel, whose order programs write in two ways',
  unknown: 'of an unknown kind',
} as const

/** The name of such colours. */
export type UnreadColors = keyof typeof unreadColors

/** Compressions that no decoder of the studio reads. */
export const unreadCompressions = {
  arithmetic: 'arithmetic coding',
  av1: 'AV1',
  avc: 'AVC (H.264)',
  cgbi: 'a method of Apple alone (CgBI, for iPhones)',
  evc: 'EVC',
  hierarchical: 'JPEG in several sizes',
  jbig: 'JBIG',
  jpeg: 'JPEG',
  jpeg12: 'JPEG with 12 bits',
  jpeg2000: 'JPEG 2000',
  jpegLossless: 'lossless JPEG',
  jpegLs: 'JPEG-LS',
  jpegXl: 'JPEG XL',
  lerc: 'LERC',
  lzma: 'LZMA',
  next: 'NeXT',
  predictor: 'a predictor for so many bits a sample',
  oldJpeg: 'JPEG of TIFF 6.0',
  oldLzw: 'LZW of TIFF 4.0',
  sgiLog: 'SGI Log',
  thunderScan: 'ThunderScan',
  unknown: 'a method of no known name',
  uncompressed: 'none of the methods of photos',
  vvc: 'VVC (H.266)',
  webp: 'WebP',
  zstandard: 'Zstandard',
} as const

/** The name of such a compression. */
export type UnreadCompression = keyof typeof unreadCompressions
