import { isNamed } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { maxUnpackedPixels } from '#contract/image-size.ts'
import { readGifSize } from '#formats/gif-frames.ts'
import { boxesNamed, findFileBox, findInner } from '#formats/iso-boxes.ts'
import { jxlHeader } from './jxl/jxl-header.ts'
import type { ClaimedSize } from './read-by-browser.ts'

/** A Windows bitmap's size: the second header's size is its version; a negative height means rows downwards. */
const bmpSize = async (file: Blob): Promise<Size | null> => {
  const view = new DataView(await file.slice(0, 26).arrayBuffer())
  if (!isNamed(view, 0, 'BM') || view.byteLength < 26) return null
  const isFirstVersion = view.getUint32(14, true) === 12
  return isFirstVersion
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** The largest size of the pictures and their parts (ISO/IEC 23008-12, 6.5.3), stored after a version. */
const avifSize = async (file: Blob): Promise<Size | null> => {
  const meta = await findFileBox(file, 'meta')
  if (!meta || meta === 'excessive') return null
  const { view } = meta
  const properties = findInner(view, { from: 4, to: view.byteLength }, ['iprp', 'ipco'])
  const sizes = (properties ? boxesNamed(view, properties, 'ispe') : []).flatMap(({ from }) =>
    from + 12 <= view.byteLength ? { width: view.getUint32(from + 4), height: view.getUint32(from + 8) } : [],
  )
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0] ?? null
}

const jxlSize = async (file: Blob): Promise<Size | null> => {
  try {
    return jxlHeader(new Uint8Array(await file.arrayBuffer()))
  } catch {
    // The codestream begins later, or never.
    return null
  }
}

/** The declared sizes of pictures that browsers decode, and the most pixels for each kind. */
export const claimedSizes = {
  bmp: { maxPixels: maxUnpackedPixels, read: bmpSize },
  gif: { maxPixels: maxUnpackedPixels, read: readGifSize },
  // The limit of libavif, the decoder of browsers.
  avif: { maxPixels: 16_384 ** 2, read: avifSize },
  jxl: { maxPixels: maxUnpackedPixels, read: jxlSize },
} as const satisfies Readonly<Record<string, ClaimedSize>>
