import { displayP3Light } from '#engine/display-p3.ts'
import type { ColorSpace } from '#engine/raster.ts'

/** Lossy pictures are in XYB. */
type Kind = { readonly isLossy: boolean; readonly colorSpace: ColorSpace }

/**
 * Writes the true colour space into a codestream of libjxl, whose encoder takes all colours for sRGB. Lossless samples
 * stay unchanged; a lossy picture gets a matrix from XYB to the true colours. Throws if the head is not as libjxl
 * writes it.
 */
export const withMetadata = (codestream: Uint8Array, kind: Kind): Uint8Array<ArrayBuffer> => {
  const head: number[] = []
  const bit = () => {
    const next = ((codestream[head.length >> 3] ?? 0) >> (head.length & 7)) & 1
    head.push(next)
    return next
  }
  const read = (count: number) => {
    let value = 0
    for (let at = 0; at < count; at++) value += bit() << at
    return value
  }
  // Sides (SizeHeader): in steps of 8 pixels or not; the width may be a ratio of the height.
  const isSmall = read(16 + 1) >> 16
  const readSide = () => read(isSmall ? 5 : sideBits[read(2)])
  readSide()
  if (read(3) === 0) readSide()
  const whole = [...head, ...metadataBits(kind)]
  const known = metadataBits({ ...kind, colorSpace: 'srgb' })
  if (known.some((wanted) => bit() !== wanted)) throw new Error('The head of this JPEG XL is not known')
  // The first frame begins on a byte.
  const frames = codestream.subarray(Math.ceil(head.length / 8))
  const bytes = new Uint8Array(Math.ceil(whole.length / 8) + frames.length)
  for (const [at, each] of whole.entries()) bytes[at >> 3] |= each << (at & 7)
  bytes.set(frames, bytes.length - frames.length)
  return bytes
}

const sideBits = [9, 13, 18, 30]

/** Bits of values from pairs of bit count and value, lowest bit first. */
const toBits = (...values: readonly number[]): readonly number[] =>
  values.flatMap((count, at) =>
    at % 2 === 0 ? Array.from({ length: count }, (_, bit) => (values[at + 1] >> bit) & 1) : [],
  )

/**
 * ImageMetadata and CustomTransformData, as libjxl writes them: neither all-default nor with extra fields; 8-bit
 * integers, for which 16-bit buffers suffice, and alpha with its defaults.
 */
const metadataBits = ({ isLossy, colorSpace }: Kind): readonly number[] => [
  ...toBits(1, 0, 1, 0, 1, 0, 2, 0, 1, 1, 2, 1, 1, 1),
  isLossy ? 1 : 0,
  ...colorBits[colorSpace],
  // No extensions.
  ...toBits(2, 0),
  ...(isLossy && colorSpace === 'display-p3' ? matrixBits(displayP3Matrix) : [1]),
]

const colorBits: Readonly<Record<ColorSpace, readonly number[]>> = {
  // The defaults.
  srgb: [1],
  // No ICC profile; RGB; white D65 (1); primaries of P3 (2 + 9); no gamma; transfer of sRGB (2 + 11); relative intent
  // (1).
  'display-p3': toBits(1, 0, 1, 0, 2, 0, 2, 1, 2, 2, 4, 9, 1, 0, 2, 2, 4, 11, 2, 1),
}

/**
 * From XYB's mixed cones to linear sRGB, its bias, and the bias of quantised values (L.3 and I.2), the defaults of
 * decoders.
 */
const srgbMatrix = [
  [11.031566901960783, -9.866943921568629, -0.16462299647058826],
  [-3.254147380392157, 4.418770392156863, -0.16462299647058826],
  [-3.6588512862745097, 2.7129230470588235, 1.9459282392156863],
] as const
const biases = [-0.0037930732552754493, -0.0037930732552754493, -0.0037930732552754493] as const
const quantizedBiases = [0.945349926, 0.929945502, 0.950064897, 0.145] as const

/** The matrix for a Display P3 picture that the encoder took for sRGB. */
const displayP3Matrix = displayP3Light.map((row) =>
  [0, 1, 2].map((column) => row.reduce((sum, factor, at) => sum + factor * srgbMatrix[at][column], 0)),
)

const matrixBits = (matrix: readonly (readonly number[])[]): readonly number[] => {
  const rows = matrix.map(([first = 0, second = 0]) => {
    const [a, b] = [rounded(first), rounded(second)]
    // Grey stays grey in spite of rounding to 16 bits.
    return [a, b, 1 - a - b]
  })
  const values = [...rows.flat(), ...biases, ...quantizedBiases]
  return toBits(2, 0, ...values.flatMap((value) => [16, toHalf(value)]), 3, 0)
}

/** The bits of a normal number as a half float (IEEE 754). */
const toHalf = (value: number): number => {
  const size = Math.abs(value)
  const exponent = Math.floor(Math.log2(size))
  const fraction = Math.round((size / 2 ** exponent - 1) * 1024)
  return (value < 0 ? 0x8000 : 0) + ((exponent + 15) << 10) + fraction
}

const rounded = (value: number): number => {
  const exponent = Math.floor(Math.log2(Math.abs(value)))
  return Math.round(value * 2 ** (10 - exponent)) / 2 ** (10 - exponent)
}
