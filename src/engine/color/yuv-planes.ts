import type { Size } from '#base/geometry.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'
import { pixelOf, tablesOf, type YuvCoding } from './yuv420.ts'

/** A channel inside a buffer, from `offset`, with `stride` values per row. */
type ValuePlane = {
  readonly data: Uint8Array | Uint16Array
  readonly offset: number
  readonly stride: number
}

/** A decoded picture with 8 to 12 bits per value. */
export type YuvPlanes = Size & {
  readonly luma: ValuePlane
  readonly blue: ValuePlane
  readonly red: ValuePlane
  readonly bits: number
  /** 1 if chroma has half as many columns or rows as luma, else 0. */
  readonly halved: { readonly across: 0 | 1; readonly down: 0 | 1 }
}

/** Converts to opaque RGBA, rounded, like `fromYuv420`. */
export const fromYuvPlanes = (
  { width, height, luma, blue, red, bits, halved: { across, down } }: YuvPlanes,
  coding: YuvCoding,
): Raster => {
  const { lightOf, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tablesOf(coding, bits)
  const pixels = new Int32Array(width * height)
  const { data } = luma
  const { data: blues } = blue
  const { data: reds } = red
  for (let y = 0, to = 0; y < height; y++) {
    const row = luma.offset + y * luma.stride
    const blueRow = blue.offset + (y >> down) * blue.stride
    const redRow = red.offset + (y >> down) * red.stride
    for (let x = 0; x < width; x++, to++) {
      const cb = blues[blueRow + (x >> across)]
      const cr = reds[redRow + (x >> across)]
      const light = lightOf[data[row + x]]
      const green = (greenOfRed[cr] + greenOfBlue[cb]) | 0
      pixels[to] = pixelOf((light + redOfRed[cr]) | 0, (light + green) | 0, (light + blueOfBlue[cb]) | 0)
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

/** Converts to three 16-bit channels, rounded. Chroma is not interpolated, as in `fromYuv420`. */
export const fromYuvDeeply = (
  { width, height, luma, blue, red, bits, halved: { across, down } }: YuvPlanes,
  coding: YuvCoding,
): DeepPicture => {
  const { lightOf, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tablesOf(coding, bits)
  const data = new Uint16Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    const row = luma.offset + y * luma.stride
    const blueRow = blue.offset + (y >> down) * blue.stride
    const redRow = red.offset + (y >> down) * red.stride
    for (let x = 0; x < width; x++, to += 3) {
      const cb = blue.data[blueRow + (x >> across)]
      const cr = red.data[redRow + (x >> across)]
      const light = lightOf[luma.data[row + x]]
      data[to] = deepOf(light + redOfRed[cr])
      data[to + 1] = deepOf(light + greenOfRed[cr] + greenOfBlue[cb])
      data[to + 2] = deepOf(light + blueOfBlue[cb])
    }
  }
  return { width, height, channels: 3, data }
}

/** Converts a colour of 0 to 255 in 16-bit fixed point, with the half added by `lightOf`, to 0 to 65535. */
const deepOf = (value: number): number =>
  Math.min(65_535, Math.max(0, (value - 32_768) * (257 / 65_536) + 0.5))
