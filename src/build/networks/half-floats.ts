/** Every float16 (IEEE 754-2019, binary16) by its bits. */
const halfValues = Float32Array.from({ length: 65536 }, (_, bits) => {
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  const size =
    exponent === 31
      ? fraction === 0
        ? Number.POSITIVE_INFINITY
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25)
  return bits & 0x8000 ? -size : size
})

/** Widens the bits of float16 numbers, exactly. */
export function fromHalves(bits: Uint16Array): Float32Array {
  const values = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) values[i] = halfValues[bits[i] as number] as number
  return values
}

const largestHalf = 65504

/** The bits of the nearest float16 numbers, on a tie the even one. Throws if a number is out of range. */
export function toHalves(values: Float32Array): Uint16Array {
  const bitsOf = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = Math.abs(values[i] as number)
    if (!(value <= largestHalf)) throw new Error(`${values[i]} is no number of half precision.`)
    const bits = bitsOf[i] as number
    const magnitude = bits & 0x7fffffff
    // Below 2^-14 all float16 numbers are multiples of 2^-24.
    const half =
      value < 2 ** -14
        ? roundedToEven(value * 2 ** 24)
        : (magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13
    halves[i] = ((bits >>> 16) & 0x8000) | half
  }
  return halves
}

function roundedToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
