import type { Raster } from './raster.ts'
import type { Plane } from './shrink-plane.ts'

/** A picture in 4:2:0 as decoders give it: luma, and the two chroma planes at half its size, rounded up. */
export type Yuv420 = { readonly luma: Plane; readonly blue: Plane; readonly red: Plane }

/** How its numbers stand for colours. */
export type YuvCoding = {
  /** What red and blue weigh in luma. */
  readonly weights: { readonly red: number; readonly blue: number }
  /** Luma and chroma use all of 0 to 255, else 16 to 235 and 16 to 240. */
  readonly fullRange: boolean
}

/** ITU-R BT.709 and BT.601. */
export const lumaWeights = {
  bt709: { red: 0.2126, blue: 0.0722 },
  bt601: { red: 0.299, blue: 0.114 },
} as const

/**
 * The picture's colours, opaque and rounded to nearest; each pixel takes the chroma of the block of four that it
 * lies in, which `toYuv420` gives back unchanged.
 */
export const fromYuv420 = ({ luma, blue, red }: Yuv420, coding: YuvCoding): Raster => {
  const { width, height } = luma
  const tables = tablesOf(coding)
  const pixels = new Int32Array(width * height)
  for (let y = 0; y < height; y++) convertRow(luma, blue, red, y, tables, pixels)
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

const convertRow = (
  luma: Plane,
  blue: Plane,
  red: Plane,
  y: number,
  tables: Tables,
  out: Int32Array,
): void => {
  const { lightOf, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tables
  const { data, step } = luma
  const { data: blues, step: blueStep } = blue
  const { data: reds, step: redStep } = red
  const end = (y + 1) * luma.width
  let at = luma.offset + y * luma.stride
  let atBlue = blue.offset + (y >> 1) * blue.stride
  let atRed = red.offset + (y >> 1) * red.stride
  for (let to = y * luma.width; to < end; to += 2) {
    const cb = blues[atBlue]
    const cr = reds[atRed]
    const r = redOfRed[cr]
    const g = (greenOfRed[cr] + greenOfBlue[cb]) | 0
    const b = blueOfBlue[cb]
    const light = lightOf[data[at]]
    out[to] = pixelOf((light + r) | 0, (light + g) | 0, (light + b) | 0)
    if (to + 1 < end) {
      const next = lightOf[data[at + step]]
      out[to + 1] = pixelOf((next + r) | 0, (next + g) | 0, (next + b) | 0)
    }
    at += 2 * step
    atBlue += blueStep
    atRed += redStep
  }
}

/** From 16-bit fixed point, cut to what a byte holds. */
const pixelOf = (r: number, g: number, b: number): number =>
  // All three at once are within a byte nearly always.
  ((r | g | b) & ~0xffffff) === 0
    ? (r >> 16) | ((g >> 8) & 0xff00) | (b & 0xff0000) | opaque
    : byteOf(r) | (byteOf(g) << 8) | (byteOf(b) << 16) | opaque

const opaque = 255 << 24

const byteOf = (value: number): number => (value < 0 ? 0 : value > 0xffffff ? 255 : value >> 16)

type Tables = ReturnType<typeof tablesOf>

/** What each value of a plane adds to each colour, in 16-bit fixed point. */
const tablesOf = ({ weights, fullRange }: YuvCoding) => {
  const green = 1 - weights.red - weights.blue
  const [black, lumaSpan, chromaSpan] = fullRange ? [0, 255, 255] : [16, 219, 224]
  const table = (share: number, middle: number, span: number) =>
    Int32Array.from({ length: 256 }, (_, value) =>
      Math.round(share * (value - middle) * (255 / span) * 65_536),
    )
  const [ofRed, ofBlue] = [2 * (1 - weights.red), 2 * (1 - weights.blue)]
  return {
    // With the half that rounds to nearest.
    lightOf: table(1, black, lumaSpan).map((value) => value + 32_768),
    redOfRed: table(ofRed, 128, chromaSpan),
    greenOfRed: table((-ofRed * weights.red) / green, 128, chromaSpan),
    greenOfBlue: table((-ofBlue * weights.blue) / green, 128, chromaSpan),
    blueOfBlue: table(ofBlue, 128, chromaSpan),
  }
}
