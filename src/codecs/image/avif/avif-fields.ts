import { nameAt } from '#base/byte-names.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { boxesNamed, findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { addExifItem } from './exif-item.ts'

/**
 * The path of boxes to the properties of the picture (HEIF, ISO/IEC 23008-12, 9.3), with the bytes before the first
 * inner box of each.
 */
const path = [
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
] as const

/** Primaries, and the transfer of sRGB and Display P3 (ITU-T H.273, tables 2 and 3). */
const primaries = { srgb: 1, 'display-p3': 12 } as const
const srgbTransfer = 13

type Fields = Pick<EncodeOptions, 'colorSpace' | 'resolution'>

/**
 * Adds to an AVIF of libavif a `colr` box with its colour space, which libavif marks as unknown, and a print resolution
 * as EXIF, if given.
 */
export const withFields = async (
  avif: Blob,
  { colorSpace = 'srgb', resolution = null }: Fields,
): Promise<Blob> => {
  const bytes = new Uint8Array(await avif.arrayBuffer())
  const view = new DataView(bytes.buffer)
  let span = wholeSpan(view)
  for (const [name, skipped] of path) {
    const box = findBox(view, span, name)
    if (!box) return avif
    span = { from: box.from + skipped, to: box.to }
  }
  for (const { from } of boxesNamed(view, span, 'colr')) {
    if (nameAt(view, from) !== 'nclx') continue
    view.setUint16(from + 4, primaries[colorSpace])
    view.setUint16(from + 6, srgbTransfer)
  }
  const parts = resolution ? addExifItem(bytes, toResolutionExif(resolution)) : [bytes]
  return new Blob(parts, { type: avif.type })
}
