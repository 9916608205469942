import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import type { Plane } from '#engine/resample/shrink-plane.ts'

/** A decoded picture in 4:2:0: luma, and two chroma planes of half its size, rounded up. */
export type Yuv420 = { readonly luma: Plane; readonly blue: Plane; readonly red: Plane }

/** The colour space of a YUV picture. */
export type YuvCoding = {
  /** Weights of red and blue in luma; green has the rest. */
  readonly weights: { readonly red: number; readonly blue: number }
  /** Full range is 0 to 255; limited range is 16 to 235 for luma, 16 to 240 for chroma. */
  readonly fullRange: boolean
}

/** ITU-R BT.709 and BT.601. */
export const lumaWeights = {
  bt709: { red: 0.2126, blue: 0.0722 },
  bt601: { red: 0.299, blue: 0.114 },
} as const

/**
 * Converts to opaque RGBA, rounded. Chroma is not interpolated: four pixels share it, so that `toYuv420` restores it.
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

/** Packs three colours of 16-bit fixed point into a pixel, each clamped to a byte. */
export const pixelOf = (r: number, g: number, b: number): number =>
  // Fast path: nearly always all three fit into a byte.
  ((r | g | b) & ~0xffffff) === 0
    ? (r >> 16) | ((g >> 8) & 0xff00) | (b & 0xff0000) | opaque
    : byteOf(r) | (byteOf(g) << 8) | (byteOf(b) << 16) | opaque

const opaque = 255 << 24

const byteOf = (value: number): number => (value < 0 ? 0 : value > 0xffffff ? 255 : value >> 16)

type Tables = ReturnType<typeof tablesOf>

/**
 * Contributions of each value of a plane, of 8 or more bits, to each colour of 0 to 255, in 16-bit fixed point (ITU-R
 * BT.601, BT.709). `lightOf` includes one half.
 */
export const tablesOf = ({ weights, fullRange }: YuvCoding, bits = 8) => {
  const green = 1 - weights.red - weights.blue
  const step = 2 ** (bits - 8)
  const most = 2 ** bits - 1
  const [black, lumaSpan, chromaSpan] = fullRange ? [0, most, most] : [16 * step, 219 * step, 224 * step]
  const middle = 128 * step
  const table = (share: number, zero: number, span: number) =>
    Int32Array.from({ length: most + 1 }, (_, value) =>
      Math.round(share * (value - zero) * (255 / span) * 65_536),
    )
  const [ofRed, ofBlue] = [2 * (1 - weights.red), 2 * (1 - weights.blue)]
  return {
    // One half, so that truncation rounds.
    lightOf: table(1, black, lumaSpan).map((value) => value + 32_768),
    redOfRed: table(ofRed, middle, chromaSpan),
    greenOfRed: table((-ofRed * weights.red) / green, middle, chromaSpan),
    greenOfBlue: table((-ofBlue * weights.blue) / green, middle, chromaSpan),
    blueOfBlue: table(ofBlue, middle, chromaSpan),
  }
}

/** Size in bytes of a 4:2:0 picture; chroma has half the size, rounded up. */
export const yuv420Bytes = ({ width, height }: Size): number =>
  width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1)

// Rec. ITU-R BT.709, 8 bits: luma 16 to 235, chroma 16 to 240 around 128; in 16-bit fixed point.
const fixed = (share: number) => Math.round(share * 65_536)
const [lumaR, lumaG, lumaB] = [0.2126, 0.7152, 0.0722].map((share) => fixed((share * 219) / 255)) as Three
const [blueR, blueG] = [-0.2126, -0.7152].map((share) => fixed(((share / 1.8556) * 224) / 255)) as Two
const [redG, redB] = [-0.7152, -0.0722].map((share) => fixed(((share / 1.5748) * 224) / 255)) as Two
const half = fixed(0.5 * (224 / 255))
const lumaBase = fixed(16.5)
const chromaBase = fixed(128.5)

type Two = [number, number]
type Three = [number, number, number]

/**
 * Converts to 4:2:0 in BT.709, limited range; writes luma, Cb and Cr to `planes` (`yuv420Bytes` of `coded`). Alpha is
 * not written, but weights the colours of each four pixels, so that invisible colours do not bleed into edges. `size`
 * may be one column and row smaller than `raster`; `coded` is `size` with odd sides rounded up, where the last row or
 * column is repeated.
 */
export const toYuv420 = (raster: Raster, size: Size, coded: Size, planes: Uint8Array): void => {
  const { width, height } = size
  const pixels = pixelsOf(raster)
  let blue = coded.width * coded.height
  let red = blue + ((coded.width + 1) >> 1) * ((coded.height + 1) >> 1)
  for (let y = 0; y < height; y += 2) {
    const above = y * raster.width
    const below = y + 1 < height ? above + raster.width : above
    const outAbove = y * coded.width
    const outBelow = y + 1 < coded.height ? outAbove + coded.width : outAbove
    for (let x = 0; x < width; x += 2) {
      const right = x + 1 < width ? x + 1 : x
      const a = pixels[above + x]
      const b = pixels[above + right]
      const c = pixels[below + x]
      const d = pixels[below + right]
      const outRight = x + 1 < coded.width ? x + 1 : x
      planes[outAbove + x] = lumaOf(a)
      planes[outAbove + outRight] = lumaOf(b)
      planes[outBelow + x] = lumaOf(c)
      planes[outBelow + outRight] = lumaOf(d)
      // Sums of four pixels have two more bits.
      let r = (a & 255) + (b & 255) + (c & 255) + (d & 255)
      let g = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
      let bl = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)
      const alphaA = a >>> 24
      const alphaB = b >>> 24
      const alphaC = c >>> 24
      const alphaD = d >>> 24
      if (alphaA !== alphaB || alphaA !== alphaC || alphaA !== alphaD) {
        const share = 4 / (alphaA + alphaB + alphaC + alphaD)
        r = ((a & 255) * alphaA + (b & 255) * alphaB + (c & 255) * alphaC + (d & 255) * alphaD) * share
        g =
          (((a >> 8) & 255) * alphaA +
            ((b >> 8) & 255) * alphaB +
            ((c >> 8) & 255) * alphaC +
            ((d >> 8) & 255) * alphaD) *
          share
        bl =
          (((a >> 16) & 255) * alphaA +
            ((b >> 16) & 255) * alphaB +
            ((c >> 16) & 255) * alphaC +
            ((d >> 16) & 255) * alphaD) *
          share
      }
      planes[blue++] = (blueR * r + blueG * g + half * bl + chromaBase * 4) >> 18
      planes[red++] = (half * r + redG * g + redB * bl + chromaBase * 4) >> 18
    }
  }
}

const lumaOf = (pixel: number): number =>
  (lumaR * (pixel & 255) + lumaG * ((pixel >> 8) & 255) + lumaB * ((pixel >> 16) & 255) + lumaBase) >> 16

/** Each pixel as a 32-bit number, R in the lowest byte; a copy if not aligned to 4 bytes. */
const pixelsOf = ({ width, height, data }: Raster): Uint32Array =>
  data.byteOffset % 4 === 0
    ? new Uint32Array(data.buffer, data.byteOffset, width * height)
    : new Uint32Array(data.slice().buffer, 0, width * height)

/** Writes alpha as grey 4:2:0, in the planes of `toYuv420`: luma is alpha, 0 to 255. */
export const alphaToYuv420 = (raster: Raster, size: Size, coded: Size, planes: Uint8Array): void => {
  const { width, height } = coded
  const pixels = pixelsOf(raster)
  for (let y = 0, out = 0; y < height; y++) {
    const start = Math.min(y, size.height - 1) * raster.width
    for (let x = 0; x < width; x++) planes[out++] = pixels[start + Math.min(x, size.width - 1)] >>> 24
  }
  planes.fill(128, width * height)
}
