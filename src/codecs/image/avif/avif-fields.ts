import { nameAt } from '#base/byte-names.ts'
import type { ColorSpace } from '#engine/raster.ts'

/** The path to the properties of the picture (HEIF, ISO/IEC 23008-12, 9.3), and the bytes before the first box within each. */
const path = [
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
] as const

/** Primaries, and the transfer of sRGB, which is that of Display P3 too (ITU-T H.273, tables 2 and 3). */
const primaries = { srgb: 1, 'display-p3': 12 } as const
const srgbTransfer = 13

/** An AVIF of libavif whose `colr` names its colour space: its own says that primaries and transfer are unknown. */
export const withColors = async (avif: Blob, colorSpace: ColorSpace = 'srgb'): Promise<Blob> => {
  const bytes = new Uint8Array(await avif.arrayBuffer())
  const view = new DataView(bytes.buffer)
  let [from, to] = [0, bytes.length]
  for (const [name, skipped] of path) {
    const box = findBox(view, name, from, to)
    if (!box) return avif
    from = box.start + skipped
    to = box.end
  }
  for (let colr = findBox(view, 'colr', from, to); colr; colr = findBox(view, 'colr', colr.end, to)) {
    if (nameAt(view, colr.start) !== 'nclx') continue
    view.setUint16(colr.start + 4, primaries[colorSpace])
    view.setUint16(colr.start + 6, srgbTransfer)
  }
  return new Blob([bytes], { type: avif.type })
}

/** The content of the first box of a name between two places (ISO/IEC 14496-12, 4.2); null where there is none. */
const findBox = (view: DataView, name: string, from: number, to: number) => {
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at)
    if (size < 8 || at + size > to) return null
    if (nameAt(view, at + 4) === name) return { start: at + 8, end: at + size }
    at += size
  }
  return null
}
