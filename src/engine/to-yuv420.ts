import type { Raster, Size } from './raster.ts'

/** The three planes of a picture in 4:2:0, one after the other; chroma sides are rounded up. */
export const yuv420Bytes = ({ width, height }: Size): number => {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  return width * height + 2 * halfWidth * halfHeight
}

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
 * Converts to BT.709 in limited range, 4:2:0, into `planes` (`yuv420Bytes` long). Alpha is not converted, but
 * it counts: where a block of four is partly transparent, its colour is that of what can be seen, so that
 * hidden colours don't bleed into edges. `size` may leave out the last column and row of `raster`.
 */
export const toYuv420 = (raster: Raster, size: Size, planes: Uint8Array): void => {
  const { width, height } = size
  const { data } = raster
  const stride = raster.width * 4
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0, at = y * stride; x < width; x++, at += 4) {
      planes[out++] = (lumaR * data[at] + lumaG * data[at + 1] + lumaB * data[at + 2] + lumaBase) >> 16
    }
  }
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  let blue = width * height
  let red = blue + halfWidth * halfHeight
  for (let y = 0; y < halfHeight; y++) {
    const above = 2 * y * stride
    // At an odd edge the last row or column stands for the one that is not there.
    const below = 2 * y + 1 < height ? above + stride : above
    for (let x = 0; x < halfWidth; x++) {
      const left = 8 * x
      const right = 2 * x + 1 < width ? left + 4 : left
      const a = above + left
      const b = above + right
      const c = below + left
      const d = below + right
      const alphaA = data[a + 3]
      const alphaB = data[b + 3]
      const alphaC = data[c + 3]
      const alphaD = data[d + 3]
      let r = data[a] + data[b] + data[c] + data[d]
      let g = data[a + 1] + data[b + 1] + data[c + 1] + data[d + 1]
      let bl = data[a + 2] + data[b + 2] + data[c + 2] + data[d + 2]
      if (alphaA !== alphaB || alphaA !== alphaC || alphaA !== alphaD) {
        const share = 4 / (alphaA + alphaB + alphaC + alphaD)
        r = (data[a] * alphaA + data[b] * alphaB + data[c] * alphaC + data[d] * alphaD) * share
        g =
          (data[a + 1] * alphaA + data[b + 1] * alphaB + data[c + 1] * alphaC + data[d + 1] * alphaD) * share
        bl =
          (data[a + 2] * alphaA + data[b + 2] * alphaB + data[c + 2] * alphaC + data[d + 2] * alphaD) * share
      }
      // Sums of four, hence two bits more.
      planes[blue++] = (blueR * r + blueG * g + half * bl + chromaBase * 4) >> 18
      planes[red++] = (half * r + redG * g + redB * bl + chromaBase * 4) >> 18
    }
  }
}

/** Alpha as a picture of its own in 4:2:0: luma is alpha, 0 to 255, without colour. */
export const alphaToYuv420 = (raster: Raster, size: Size, planes: Uint8Array): void => {
  const { width, height } = size
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0, at = y * raster.width * 4 + 3; x < width; x++, at += 4) planes[out++] = raster.data[at]
  }
  planes.fill(128, width * height)
}
