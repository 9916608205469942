import { colorsNotRead, compressionNotRead } from '#codecs/image/decoded.ts'
import type { UnreadCompression } from '#contract/unread-pictures.ts'
import type { TiffFields } from '#formats/tiff-fields.ts'

/** How the samples of a TIFF picture are stored in its strips or tiles. */
export type TiffLayout = {
  readonly width: number
  readonly height: number
  /** Samples of a pixel, and the bits of each. */
  readonly samples: number
  readonly bits: number
  readonly isFloat: boolean
  readonly littleEndian: boolean
  readonly photometric: number
  readonly compression: number
  /** 1: none. 2: differences of neighbours. 3: differences of the bytes of floats. */
  readonly predictor: number
  /** Whether each sample has its own strips or tiles. */
  readonly isPlanar: boolean
  /** Whether the first pixel is in the lowest bit of a byte. */
  readonly isReversed: boolean
  readonly blockWidth: number
  readonly blockHeight: number
  /** The number of strips or tiles across and down. */
  readonly across: number
  readonly down: number
  readonly isTiled: boolean
  /** Their byte positions in the file, and their lengths in bytes. */
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
  /** Pixels across and down that share Cb and Cr, outside of JPEG; else 1. */
  readonly subsampling: readonly [across: number, down: number]
}

/** Numbers of tags (TIFF 6.0, and its Technical Notes 1 to 3). */
export const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  t4Options: 292,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  yCbCrCoefficients: 529,
  yCbCrSubSampling: 530,
  referenceBlackWhite: 532,
  iccProfile: 34_675,
} as const

/** Values of Compression. */
export const compressions = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  oldDeflate: 32_946,
  packBits: 32_773,
} as const

/**
 * The supported compressions, and the most bytes unpacked from one. A row of CCITT may take one bit, so its width
 * decides. LZW has strings of about 4000 bytes for codes of 1.5 bytes.
 */
const mostUnpacked: Readonly<Record<number, number>> = {
  [compressions.none]: 1,
  2: 4096,
  3: 4096,
  4: 4096,
  [compressions.lzw]: 2800,
  [compressions.jpeg]: 2048,
  [compressions.deflate]: 1040,
  [compressions.oldDeflate]: 1040,
  [compressions.packBits]: 64,
}

/** Compressions with a predictor; for others the tag has no meaning (TIFF 6.0, section 14). */
const hasPredictor: readonly number[] = [compressions.lzw, compressions.deflate, compressions.oldDeflate]

/** The unsupported compressions. */
const unreadCompressions: Readonly<Record<number, UnreadCompression>> = {
  6: 'oldJpeg',
  32766: 'next',
  32809: 'thunderScan',
  34661: 'jbig',
  34676: 'sgiLog',
  34677: 'sgiLog',
  34712: 'jpeg2000',
  34887: 'lerc',
  34925: 'lzma',
  50000: 'zstandard',
  50001: 'webp',
  50002: 'jpegXl',
}

/** SampleFormat: unsigned numbers, floats with 1 as full light, and undefined. */
const [unsigned, float, untyped] = [1, 3, 4]
/** PhotometricInterpretation of YCbCr. */
export const yCbCr = 6
/** Red, green, blue, black, alpha, and as many again. */
const mostSamples = 10
/** The most pixels of a block that is larger than its picture. */
const largeBlock = 4096 * 4096

/**
 * Reads the layout of a picture. Throws for unsupported colours and compressions, by name, and if its strips or tiles
 * cannot contain it: a few bytes would fill the memory.
 */
export const readTiffLayout = (fields: TiffFields, fileBytes: number): TiffLayout => {
  const { value, values } = fields
  const [width, height] = [value(tags.width, 0), value(tags.height, 0)]
  const compression = value(tags.compression, compressions.none)
  const most = mostUnpacked[compression]
  if (most === undefined) throw compressionNotRead('tiff', unreadCompressions[compression] ?? 'unknown')
  const samples = value(tags.samplesPerPixel, 1)
  const allBits = values(tags.bitsPerSample) ?? [1]
  const bits = allBits[0] ?? 1
  const formats = values(tags.sampleFormat) ?? [unsigned]
  const format = formats[0] ?? unsigned
  if (!formats.every((each) => each === format) || ![unsigned, float, untyped].includes(format))
    throw colorsNotRead('tiff', format === 2 ? 'signed' : 'unknown')
  const isFloat = format === float
  const isRead = isFloat
    ? [16, 32, 64].includes(bits)
    : bits >= 1 && (bits <= 16 || bits === 24 || bits === 32)
  if (!allBits.every((each) => each === bits) || !isRead) throw colorsNotRead('tiff', 'unknown')
  // In TIFF 6.0 (tag Compression) 24-bit numbers are bytes, highest first; libtiff reverses them, and programs write
  // both.
  if (bits === 24 && fields.littleEndian) throw colorsNotRead('tiff', 'ambiguous')
  if (compression === compressions.jpeg && bits !== 8) throw compressionNotRead('tiff', 'jpeg12')
  const predictor = hasPredictor.includes(compression) ? value(tags.predictor, 1) : 1
  if (predictor === 2 && (isFloat || ![8, 16, 32].includes(bits)))
    throw compressionNotRead('tiff', 'predictor')

  const isTiled = values(tags.tileOffsets) !== null
  const blockWidth = isTiled ? value(tags.tileWidth, 0) : width
  const blockHeight = isTiled ? value(tags.tileLength, 0) : Math.min(height, value(tags.rowsPerStrip, height))
  const starts = values(isTiled ? tags.tileOffsets : tags.stripOffsets) ?? []
  const lengths =
    values(isTiled ? tags.tileByteCounts : tags.stripByteCounts) ??
    starts.map((start) => Math.max(0, fileBytes - start))
  const isPlanar = value(tags.planarConfiguration, 1) === 2 && samples > 1
  const [across, down] = [Math.ceil(width / blockWidth), Math.ceil(height / blockHeight)]
  const photometric = value(tags.photometric, samples >= 3 ? 2 : 1)
  const isSubsampled = photometric === yCbCr && compression !== compressions.jpeg && !isPlanar
  const shared = photometric === yCbCr ? (values(tags.yCbCrSubSampling) ?? [2, 2]) : [1, 1]
  if (isPlanar && compression !== compressions.jpeg && shared.some((pixels) => pixels !== 1))
    throw colorsNotRead('tiff', 'unknown')
  const [dx = 2, dy = 2] = isSubsampled ? shared : [1, 1]

  const blocks = across * down * (isPlanar ? samples : 1)
  const pixels = isTiled ? across * down * blockWidth * blockHeight : width * height
  // Subsampled colours have two samples for so many pixels.
  const ofPixel = dx * dy === 1 ? samples : 1 + 2 / (dx * dy)
  const bytes = (pixels * ofPixel * bits) / 8
  const packed = Math.min(
    fileBytes,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  const isListed = blocks >= 1 && blocks <= starts.length
  const isContained =
    bytes <= most * packed + (compression === compressions.none ? blockWidth * samples * 8 : largeBlock)
  const isWithinReason = pixels <= 4 * width * height + largeBlock
  const isSound = samples >= 1 && samples <= mostSamples && [1, 2, 4].includes(dx) && [1, 2, 4].includes(dy)
  if (!isListed || !isContained || !isWithinReason || !isSound || (isSubsampled && bits !== 8))
    throw new Error(`The picture has ${blocks} blocks of ${blockWidth} x ${blockHeight} pixels.`)
  return {
    width,
    height,
    samples,
    bits,
    isFloat,
    littleEndian: fields.littleEndian,
    photometric,
    compression,
    predictor,
    isPlanar,
    isReversed: value(tags.fillOrder, 1) === 2,
    blockWidth,
    blockHeight,
    across,
    down,
    isTiled,
    starts,
    lengths,
    subsampling: [dx, dy],
  }
}
