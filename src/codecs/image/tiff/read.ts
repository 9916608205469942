import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff'
import {
  checkDecodedSize,
  colorsNotRead,
  type Decoded,
  type DeepSamples,
  isWithinDeep,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import { isOrientation } from '#codecs/image/orientation.ts'
import type { UnreadColors } from '#contract/reason-messages.ts'
import { boundBlocks, largestFrame } from './tiff-blocks.ts'
import { type TiffColors, type TiffSamples, tiffToDeep, tiffToRgba } from './tiff-samples.ts'

/** PhotometricInterpretation (TIFF 6.0), and the names of those that are not read. */
const colorsOf: Readonly<Record<number, TiffColors>> = {
  0: 'white-is-zero',
  1: 'black-is-zero',
  2: 'rgb',
  3: 'palette',
  // Turned into RGB before.
  6: 'rgb',
}
const unreadColors: Readonly<Record<number, UnreadColors>> = {
  4: 'mask',
  5: 'cmyk',
  8: 'lab',
  9: 'lab',
  10: 'lab',
}
const yCbCr = 6

/** What ExtraSamples says of the first sample after the colours. */
const alphaOf: Readonly<Record<number, TiffSamples['alpha']>> = { 1: 'premultiplied', 2: 'straight' }

/** Numbers of tags (TIFF 6.0; ICC.1, annex B). */
const tags = {
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripByteCounts: 279,
  colorMap: 320,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  iccProfile: 34_675,
} as const

/** SampleFormat: numbers without a sign, and floating point, of which 1 is full light. */
const unsigned = 1
const float = 3

/** The first picture of a TIFF, upright. Rejects as `PictureDecoder.read`. */
async function readTiff(file: Blob): Promise<Decoded> {
  const { tiff, image } = await openTiff(file)
  const isFirstOfMany = await tiff.getImage(1).then(
    () => true,
    () => false,
  )
  const { samples, profile } = await readSamples(image)
  return { ...tiffToRgba(samples), profile, isFirstOfMany }
}

/** The colours of the same picture; null where they have no more than 8 bits. */
async function readDeepTiff(file: Blob): Promise<DeepSamples | null> {
  const { image } = await openTiff(file)
  if (image.getBitsPerSample() <= 8 || !isWithinDeep(image.getWidth() * image.getHeight())) return null
  const { samples, profile } = await readSamples(image)
  return { ...tiffToDeep(samples), profile }
}

/** Reads TIFF by GeoTIFF.js. */
export const tiffDecoder: PictureDecoder = { read: readTiff, readDeep: readDeepTiff }

const openTiff = async (file: Blob) => {
  boundBlocks()
  const bytes = await file.arrayBuffer()
  const tiff = await fromArrayBuffer(bytes)
  const image = await tiff.getImage(0)
  checkDecodedSize('tiff', { width: image.getWidth(), height: image.getHeight() })
  checkBlocks(image, file.size)
  await checkJpegs(image, new Uint8Array(bytes))
  return { tiff, image }
}

/** Red, green, blue, black, alpha, and as many again. */
const mostSamples = 10
/** Blocks on the right and below reach over the edge; a block of a small picture may be as large as this, in pixels. */
const largeBlock = 4096 * 4096
/** The most pixels that a byte holds: LZW makes a string of some 4000 bytes of one and a half, and a byte is 8 pixels of one bit. */
const mostPacked = 32_768

/**
 * Throws where the strips or tiles are more than the file can list, or together far larger than the picture: a few bytes would
 * fill the memory.
 */
const checkBlocks = (image: GeoTIFFImage, fileBytes: number): void => {
  const [width, height] = [image.getWidth(), image.getHeight()]
  const blockWidth = image.getTileWidth()
  const blockHeight = image.getTileHeight()
  const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight)
  const samples = image.getSamplesPerPixel()
  const isListed = blocks >= 1 && blocks * 4 <= fileBytes + 4
  const pixels = blocks * blockWidth * blockHeight
  const isWithinReason = pixels <= 4 * width * height + largeBlock && pixels <= mostPacked * fileBytes
  if (!isListed || !isWithinReason || !(samples >= 1 && samples <= mostSamples))
    throw new Error(`The picture has ${blocks} blocks of ${blockWidth} x ${blockHeight} pixels.`)
}

/** JPEG in strips or tiles (TIFF Technical Note 2). */
const jpegCompression = 7

/** Throws where a JPEG within says that it is larger than its strip or tile: its decoder would make room for that first. */
const checkJpegs = async (image: GeoTIFFImage, bytes: Uint8Array): Promise<void> => {
  const { fileDirectory: fields } = image
  if (Number(await fields.loadValue(tags.compression)) !== jpegCompression) return
  const [starts, lengths] = image.isTiled
    ? [await fields.loadValue(tags.tileOffsets), await fields.loadValue(tags.tileByteCounts)]
    : [await fields.loadValue(tags.stripOffsets), await fields.loadValue(tags.stripByteCounts)]
  const mostPixels = image.getTileWidth() * image.getTileHeight() + largeBlock
  Array.from((starts ?? []) as ArrayLike<number>).forEach((start, index) => {
    const length = (lengths as ArrayLike<number> | undefined)?.[index] ?? 0
    if (largestFrame(bytes.subarray(start, start + length)) > mostPixels)
      throw new Error('A JPEG in the picture is larger than its place.')
  })
}

type Samples = { readonly samples: TiffSamples; readonly profile: Uint8Array | undefined }

const readSamples = async (image: GeoTIFFImage): Promise<Samples> => {
  const { fileDirectory: fields } = image
  const photometric = Number((await fields.loadValue(tags.photometric)) ?? 1)
  const colors = colorsOf[photometric]
  if (!colors) throw colorsNotRead('tiff', unreadColors[photometric] ?? 'unknown')
  const sampleFormat = image.getSampleFormat()
  if (sampleFormat !== unsigned && sampleFormat !== float) throw colorsNotRead('tiff', 'signed')
  const extra = await fields.loadValue(tags.extraSamples)
  const isYCbCr = photometric === yCbCr
  const data = isYCbCr
    ? await image.readRGB({ interleave: true })
    : await image.readRasters({ interleave: true })
  const orientation = Number((await fields.loadValue(tags.orientation)) ?? 1)
  const profile = await fields.loadValue(tags.iccProfile)
  const samples: TiffSamples = {
    width: image.getWidth(),
    height: image.getHeight(),
    data: data as ArrayLike<number>,
    samplesPerPixel: isYCbCr ? 3 : image.getSamplesPerPixel(),
    colors,
    most: sampleFormat === float ? 1 : 2 ** image.getBitsPerSample() - 1,
    palette: await fields.loadValue(tags.colorMap),
    alpha: alphaOf[Number(extra?.[0])] ?? 'none',
    orientation: isOrientation(orientation) ? orientation : 1,
  }
  return { samples, profile: profile && Uint8Array.from(profile as ArrayLike<number>) }
}
