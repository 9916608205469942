const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** The largest number that a half float holds. */
const largest = 65_504

/**
 * A number as the bits of the nearest half float (IEEE 754 binary16), of two that are as near the even one. Larger numbers
 * become the largest: what is written is light, of which no part may be infinite.
 */
export const toHalfFloat = (value: number): number => {
  float[0] = Math.min(largest, Math.max(-largest, value))
  const sign = (bits[0] >>> 16) & 0x8000
  const exponent = ((bits[0] >>> 23) & 0xff) - 112
  const fraction = bits[0] & 0x7fffff
  if (exponent < -10) return sign
  // Below 2^-14 there is no leading one that need not be written.
  const [whole, dropped] =
    exponent > 0 ? [(exponent << 23) | fraction, 13] : [fraction | 0x800000, 14 - exponent]
  const kept = whole >>> dropped
  const rest = whole & ((1 << dropped) - 1)
  const half = 1 << (dropped - 1)
  const up = rest > half || (rest === half && (kept & 1) === 1) ? 1 : 0
  return sign | (kept + up)
}
