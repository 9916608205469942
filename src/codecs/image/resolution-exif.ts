import type { PrintResolution } from './print-resolution.ts'

/** Types of TIFF's fields (TIFF 6.0, section 2), and its unit of resolutions. */
const [short, rational, inches] = [3, 5, 2]

/** EXIF that holds nothing but a print resolution (D-19): a TIFF block with one directory of three fields. */
export const toResolutionExif = ({ x, y }: PrintResolution): Uint8Array<ArrayBuffer> => {
  const fields = [
    [0x011a, rational, 50],
    [0x011b, rational, 58],
    [0x0128, short, inches],
  ] as const
  const view = new DataView(new ArrayBuffer(66))
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  view.setUint16(8, fields.length, true)
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, 1, true)
    view.setUint32(at + 8, value, true)
  }
  for (const [at, side] of [
    [50, x],
    [58, y],
  ] as const) {
    view.setUint32(at, Math.round(side * 100), true)
    view.setUint32(at + 4, 100, true)
  }
  return new Uint8Array(view.buffer)
}
