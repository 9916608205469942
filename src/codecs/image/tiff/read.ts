import {
  checkDecodedSize,
  colorsNotRead,
  type Decoded,
  type DeepSamples,
  isWithinDeep,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import type { UnreadColors } from '#contract/unread-pictures.ts'
import { isOrientation } from '#formats/orientation.ts'
import { readTiffFields, type TiffFields } from '#formats/tiff-fields.ts'
import { openBlocks } from './tiff-blocks.ts'
import { type TiffColors, type TiffPart, type TiffPicture, tiffDeep, tiffRaster } from './tiff-colors.ts'
import { compressions, readTiffLayout, type TiffLayout, tags, yCbCr } from './tiff-layout.ts'
import { readSamples, type Samples } from './tiff-samples.ts'
import { spreadChroma, yCbCrToRgb } from './ycbcr.ts'

/** The supported values of PhotometricInterpretation (TIFF 6.0), and the names of the others. */
const colorsOf: Readonly<Record<number, TiffColors>> = {
  0: 'white-is-zero',
  1: 'black-is-zero',
  2: 'rgb',
  3: 'palette',
  // Converted to RGB first.
  [yCbCr]: 'rgb',
}
const unreadColors: Readonly<Record<number, UnreadColors>> = {
  4: 'mask',
  5: 'cmyk',
  8: 'lab',
  9: 'lab',
  10: 'lab',
}

/** The meaning of ExtraSamples. */
const alphaOf: Readonly<Record<number, TiffPicture['alpha']>> = { 1: 'premultiplied', 2: 'straight' }

/** Reads the first picture of a TIFF, upright. Rejects as `PictureDecoder.read`. */
async function readTiff(file: Blob): Promise<Decoded> {
  const { picture, parts, profile } = await openTiff(file)
  return { ...(await tiffRaster(picture, parts())), profile }
}

/** The colours of the same picture; null if they have at most 8 bits. */
async function readDeepTiff(file: Blob): Promise<DeepSamples | null> {
  const { picture, layout, parts, profile } = await openTiff(file)
  if (layout.bits <= 8 || !isWithinDeep(picture.width * picture.height)) return null
  return { ...(await tiffDeep(picture, parts())), profile }
}

/** Reads TIFF and BigTIFF, strip by strip, or tile by tile. */
export const tiffDecoder: PictureDecoder = { read: readTiff, readDeep: readDeepTiff }

const openTiff = async (blob: Blob) => {
  const file = new Uint8Array(await blob.arrayBuffer())
  const fields = readTiffFields(file)
  checkDecodedSize('tiff', { width: fields.value(tags.width, 0), height: fields.value(tags.height, 0) })
  const layout = readTiffLayout(fields, file.length)
  const picture = pictureOf(fields, layout)
  return {
    picture,
    layout,
    profile: fields.bytes(tags.iccProfile),
    parts: () => partsOf(file, fields, layout),
  }
}

const pictureOf = (fields: TiffFields, layout: TiffLayout): TiffPicture => {
  const { width, height, photometric, samples, isFloat, bits } = layout
  const colors = colorsOf[photometric]
  if (!colors) throw colorsNotRead('tiff', unreadColors[photometric] ?? 'unknown')
  if (samples < (colors === 'rgb' ? 3 : 1)) throw new Error(`A pixel has ${samples} samples.`)
  const orientation = fields.value(tags.orientation, 1)
  const kinds = (fields.values(tags.extraSamples) ?? []).map((kind) => alphaOf[kind] ?? 'none')
  const alpha = kinds.find((kind) => kind !== 'none') ?? 'none'
  return {
    width,
    height,
    samples,
    colors,
    most: isFloat ? 1 : 2 ** bits - 1,
    palette: fields.values(tags.colorMap) ?? undefined,
    alpha,
    beforeAlpha: kinds.indexOf(alpha),
    orientation: isOrientation(orientation) ? orientation : 1,
  }
}

/** Unpacks strip after strip, or tile after tile, each with all samples of its pixels. */
async function* partsOf(file: Uint8Array, fields: TiffFields, layout: TiffLayout): AsyncGenerator<TiffPart> {
  const {
    blockWidth,
    blockHeight,
    across,
    down,
    samples,
    isPlanar,
    isTiled,
    height,
    subsampling,
    compression,
  } = layout
  const blocks = openBlocks(file, layout, {
    ccitt: { isTwoDimensional: (fields.value(tags.t4Options, 0) & 1) === 1 },
    jpegTables: fields.bytes(tags.jpegTables),
  })
  const isMadeRgb = compression === compressions.jpeg && !isPlanar
  const toRgb = layout.photometric === yCbCr && !isMadeRgb ? yCbCrToRgb(fields) : null
  const isSubsampled = subsampling[0] * subsampling[1] > 1
  const samplesOf = async (index: number, rows: number): Promise<Samples> => {
    const bytes = await blocks.read(index, rows)
    return isSubsampled
      ? spreadChroma(bytes, layout, rows)
      : readSamples(bytes, layout, blockWidth, rows, isPlanar ? 1 : samples)
  }
  for (let index = 0; index < across * down; index++) {
    const [column, row] = [index % across, Math.floor(index / across)]
    const y = row * blockHeight
    const rows = isTiled ? blockHeight : Math.min(blockHeight, height - y)
    const planes = isPlanar ? samples : 1
    const of = Array.from({ length: planes }, (_, plane) => samplesOf(index + plane * across * down, rows))
    const [first, ...others] = await Promise.all(of)
    if (!first) continue
    const together = others.length > 0 ? interleaved([first, ...others]) : first
    const data = toRgb && together instanceof Uint8Array ? toRgb(together) : together
    yield { x: column * blockWidth, y, width: blockWidth, rows, data }
  }
}

/** Interleaves the samples of planes. */
const interleaved = (planes: readonly Samples[]): Samples => {
  const [first = new Uint8Array()] = planes
  const Numbers = first.constructor as new (length: number) => Samples
  const out = new Numbers(first.length * planes.length)
  for (const [offset, plane] of planes.entries())
    for (let at = 0; at < plane.length; at++) out[at * planes.length + offset] = plane[at] ?? 0
  return out
}
