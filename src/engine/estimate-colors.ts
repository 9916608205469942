import type { Alpha, Raster, Size } from './raster.ts'
import { resizeAlpha, resizeRaster } from './resize.ts'

/** The colours of subject and background at every pixel: F red, green, blue, B red, green, blue, 0 to 255. */
export type TwoColors = Size & { readonly data: Float32Array }

/** Ties a pixel's colours to its neighbours' everywhere, and more where alpha changes between them. */
const tie = 1e-3
const tieAtEdges = 1
/** Sweeps over a level: many while it is small (at most this many pixels), then few. */
const smallLevel = 32 * 32
const sweeps = { small: 10, large: 2 }

/**
 * Estimates F and B of I = alpha F + (1 - alpha) B at every pixel: multi-level foreground estimation
 * (Germer, Uelwer, Conrad & Harmeling 2020, arXiv:2006.14970). Both are solved on a one-pixel copy first;
 * each level of twice the size starts from the one before and ties every pixel to its four neighbours.
 */
export function estimateColors(raster: Raster, alpha: Alpha): TwoColors {
  const levels = Math.ceil(Math.log2(Math.max(raster.width, raster.height)))
  const pyramid = [{ picture: raster, matte: alpha }]
  for (let level = levels - 1; level > 0; level--) {
    const size = {
      width: Math.max(1, Math.round(raster.width ** (level / levels))),
      height: Math.max(1, Math.round(raster.height ** (level / levels))),
    }
    const { picture, matte } = pyramid[0]
    pyramid.unshift({ picture: resizeRaster(picture, size), matte: resizeAlpha(matte, size) })
  }
  let colors = meanColors(pyramid[0].picture)
  for (const { picture, matte } of pyramid) {
    colors = enlarge(colors, picture, matte)
    const count = picture.width * picture.height <= smallLevel ? sweeps.small : sweeps.large
    for (let i = 0; i < count; i++) sweep(colors, picture, matte)
  }
  return colors
}

/** One pixel whose two colours are both the mean of the picture. */
function meanColors(raster: Raster): TwoColors {
  const [r, g, b] = resizeRaster(raster, { width: 1, height: 1 }).data
  return { width: 1, height: 1, data: Float32Array.of(r, g, b, r, g, b) }
}

/** Nearest pixels of a smaller level, and the picture itself where it shows one of the two alone. */
function enlarge(colors: TwoColors, { width, height, data: picture }: Raster, matte: Alpha): TwoColors {
  const data = new Float32Array(width * height * 6)
  for (let y = 0; y < height; y++) {
    const row = Math.min(colors.height - 1, Math.floor((y * colors.height) / height)) * colors.width
    for (let x = 0; x < width; x++) {
      const from = (row + Math.min(colors.width - 1, Math.floor((x * colors.width) / width))) * 6
      const to = (y * width + x) * 6
      for (let i = 0; i < 6; i++) data[to + i] = colors.data[from + i]
      const index = y * width + x
      const known = matte.data[index] === 255 ? to : matte.data[index] === 0 ? to + 3 : -1
      if (known >= 0) for (let c = 0; c < 3; c++) data[known + c] = picture[index * 4 + c]
    }
  }
  return { width, height, data }
}

/** Solves the two colours of every mixed pixel in turn, its neighbours held fixed (Gauss-Seidel). */
function sweep({ width, height, data }: TwoColors, picture: Raster, matte: Alpha): void {
  const sums = new Float64Array(6)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      if (matte.data[index] === 0 || matte.data[index] === 255) continue
      const a = matte.data[index] / 255
      let weights = 0
      sums.fill(0)
      for (let side = 0; side < 4; side++) {
        const u = x + (side === 0 ? -1 : side === 1 ? 1 : 0)
        const v = y + (side === 2 ? -1 : side === 3 ? 1 : 0)
        if (u < 0 || v < 0 || u >= width || v >= height) continue
        const neighbour = v * width + u
        const weight = tie + tieAtEdges * Math.abs(a - matte.data[neighbour] / 255)
        weights += weight
        for (let i = 0; i < 6; i++) sums[i] += weight * data[neighbour * 6 + i]
      }
      const b = 1 - a
      // [a a + w, a b; a b, b b + w] [F; B] = [a I + sumF; b I + sumB]
      const aa = a * a + weights
      const ab = a * b
      const bb = b * b + weights
      const scale = 1 / (aa * bb - ab * ab)
      for (let c = 0; c < 3; c++) {
        const color = picture.data[index * 4 + c]
        const front = a * color + sums[c]
        const back = b * color + sums[c + 3]
        data[index * 6 + c] = clampByte((bb * front - ab * back) * scale)
        data[index * 6 + c + 3] = clampByte((aa * back - ab * front) * scale)
      }
    }
  }
}

const clampByte = (value: number): number => Math.min(255, Math.max(0, value))
