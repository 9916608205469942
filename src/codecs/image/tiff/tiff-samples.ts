import type { TiffLayout } from './tiff-layout.ts'

/** Numbers, row after row. */
export type Samples = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array

/**
 * The samples of `rows` rows of `width` pixels with `count` samples each, from the unpacked bytes of a strip or tile.
 * Undoes the predictor in place (TIFF 6.0, section 14; Technical Note 3).
 */
export const readSamples = (
  bytes: Uint8Array,
  {
    bits,
    isFloat,
    littleEndian,
    predictor,
  }: Pick<TiffLayout, 'bits' | 'isFloat' | 'littleEndian' | 'predictor'>,
  width: number,
  rows: number,
  count: number,
): Samples => {
  const ofRow = width * count
  if (predictor === 3) return floatsOf(bytes, bits, ofRow, rows, count)
  const samples = numbersOf(bytes, bits, isFloat, littleEndian, ofRow, rows)
  if (predictor === 2) {
    // Typed arrays wrap around, as the differences require.
    for (let row = 0; row < rows; row++)
      for (let at = row * ofRow + count; at < (row + 1) * ofRow; at++)
        samples[at] = (samples[at] ?? 0) + (samples[at - count] ?? 0)
  }
  return samples
}

const numbersOf = (
  bytes: Uint8Array,
  bits: number,
  isFloat: boolean,
  littleEndian: boolean,
  ofRow: number,
  rows: number,
): Samples => {
  const length = ofRow * rows
  if (bits === 8) return bytes.slice(0, length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isFloat && bits === 64)
    return Float64Array.from({ length }, (_, at) => view.getFloat64(at * 8, littleEndian))
  if (isFloat && bits === 32)
    return Float32Array.from({ length }, (_, at) => view.getFloat32(at * 4, littleEndian))
  if (isFloat) return Float32Array.from({ length }, (_, at) => halfOf(view.getUint16(at * 2, littleEndian)))
  if (bits === 32) return Uint32Array.from({ length }, (_, at) => view.getUint32(at * 4, littleEndian))
  if (bits === 16) {
    const out = new Uint16Array(length)
    for (let at = 0; at < length; at++) out[at] = view.getUint16(at * 2, littleEndian)
    return out
  }
  if (bits === 24)
    return Uint32Array.from({ length }, (_, at) => {
      const [high = 0, middle = 0, low = 0] = bytes.subarray(at * 3, at * 3 + 3)
      return (high << 16) | (middle << 8) | low
    })
  return packedNumbers(bytes, bits, ofRow, rows)
}

/** Unpacks numbers of 1 to 15 bits, highest bit first; each row begins on a whole byte. */
const packedNumbers = (bytes: Uint8Array, bits: number, ofRow: number, rows: number): Samples => {
  const out = bits <= 8 ? new Uint8Array(ofRow * rows) : new Uint16Array(ofRow * rows)
  const rowBytes = Math.ceil((ofRow * bits) / 8)
  const mask = 2 ** bits - 1
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < ofRow; at++) {
      const bit = at * bits
      const from = row * rowBytes + (bit >> 3)
      const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
      out[row * ofRow + at] = (three >> (24 - bits - (bit & 7))) & mask
    }
  return out
}

/** A half float (IEEE 754 binary16). */
const halfOf = (half: number): number => {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const fraction = half & 1023
  if (exponent === 0) return (sign * fraction) / 2 ** 24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}

/** Undoes predictor 3: differences of bytes, with the highest bytes of all floats of a row first. */
const floatsOf = (bytes: Uint8Array, bits: number, ofRow: number, rows: number, count: number): Samples => {
  const size = bits / 8
  if (![2, 4, 8].includes(size)) throw new Error(`A predictor of floats for ${bits} bits.`)
  const ordered = new Uint8Array(bytes.length)
  for (let row = 0; row < rows; row++) {
    const start = row * ofRow * size
    for (let at = start + count; at < start + ofRow * size; at++)
      bytes[at] = (bytes[at] ?? 0) + (bytes[at - count] ?? 0)
    for (let at = 0; at < ofRow; at++)
      for (let byte = 0; byte < size; byte++)
        ordered[start + at * size + byte] = bytes[start + byte * ofRow + at] ?? 0
  }
  return numbersOf(ordered, bits, true, false, ofRow, rows)
}
