import type { Size } from '#base/geometry.ts'

/** Ratios of width to height that have a number of their own (ISO/IEC 18181-1, table of SizeHeader). */
const ratios = [1, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2] as const

/** How many bits a side has, by the two bits before it. */
const sideBits = [9, 13, 18, 30] as const

/** The size that the head of a JPEG XL file names, before it is turned. Throws where there is no such head. */
export function jxlSize(bytes: Uint8Array): Size {
  const stream = codestreamOf(bytes)
  if (stream[0] !== 0xff || stream[1] !== 0x0a) throw new Error('No JPEG XL codestream.')
  let at = 16
  const read = (bits: number): number => {
    let value = 0
    for (let bit = 0; bit < bits; bit++, at++) value += (((stream[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit
    return value
  }
  const isInEights = read(1) === 1
  const side = () => (isInEights ? 8 * (1 + read(5)) : 1 + read(sideBits[read(2)] ?? 0))
  const height = side()
  const ratio = read(3)
  const width = ratio === 0 ? side() : Math.floor(height * (ratios[ratio] ?? 1))
  return { width, height }
}

/** The codestream, or its first part, of a file of boxes (ISO/IEC 18181-2). */
function codestreamOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] === 0xff) return bytes
  for (let at = 0; at + 16 <= bytes.length; ) {
    const length = view.getUint32(at)
    const head = length === 1 ? 16 : 8
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'jxlc') return bytes.subarray(at + head)
    // Four bytes say which part it is.
    if (type === 'jxlp') return bytes.subarray(at + head + 4)
    const whole = length === 1 ? Number(view.getBigUint64(at + 8)) : length
    if (whole < head) break
    at += whole
  }
  throw new Error('No JPEG XL codestream.')
}
