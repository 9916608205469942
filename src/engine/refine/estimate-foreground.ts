import type { Size } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { linearTaps } from '#engine/resample/filter-taps.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'

/** Pixels of the copy on which a photo's colours are estimated; they are smooth. */
const photoPixels = 150_000
/** How closely pixels keep to the smooth estimate: 0 not at all, 1 closely. */
export const smoothness = 0.5

/**
 * Gives edge pixels the subject's own colour (D-20): of a pixel I = alpha F + (1 - alpha) B, the foreground F without
 * the background B. Rewrites colours of `raster` in place where 0 < alpha < 255 only. F and B are estimated on a copy
 * of at most `estimatePixels` (see `estimateLayers`), and then fitted to each pixel's colour by least squares, which
 * keeps full-size detail.
 */
export function estimateForeground(raster: Raster, alpha: AlphaMask8, estimatePixels = photoPixels): void {
  const scale = Math.min(1, Math.sqrt(estimatePixels / (raster.width * raster.height)))
  const size = {
    width: Math.max(1, Math.round(raster.width * scale)),
    height: Math.max(1, Math.round(raster.height * scale)),
  }
  const colors = estimateLayers(pictureLevels(resizeRaster(raster, size)), resizeAlpha(alpha, size))
  moveToForeground(raster, alpha, colors)
}

function moveToForeground({ width, height, data }: Raster, alpha: AlphaMask8, colors: ColorLayers): void {
  const across = linearTaps(width, colors.width)
  const down = linearTaps(height, colors.height)
  for (let y = 0; y < height; y++) {
    const above = down.before[y] * colors.width
    const below = down.after[y] * colors.width
    const v = down.share[y]
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = alpha.data[at]
      if (value === 0 || value === 255) continue
      const u = across.share[x]
      const left = across.before[x]
      const right = across.after[x]
      moveColor(colors, above + left, above + right, below + left, below + right, u, v, data, at, value)
    }
  }
}

/** Interpolates the layers bilinearly, and fits them to a photo pixel's colour by least squares. */
function moveColor(
  { data: both }: ColorLayers,
  aboveLeft: number,
  aboveRight: number,
  belowLeft: number,
  belowRight: number,
  u: number,
  v: number,
  data: Uint8ClampedArray,
  pixel: number,
  alpha: number,
): void {
  const wAboveLeft = (1 - u) * (1 - v)
  const wAboveRight = u * (1 - v)
  const wBelowLeft = (1 - u) * v
  const wBelowRight = u * v
  const a = alpha / 255
  const step = a / (a * a + (1 - a) * (1 - a) + smoothness)
  for (let c = 0; c < 3; c++) {
    const front =
      both[aboveLeft * 6 + c] * wAboveLeft +
      both[aboveRight * 6 + c] * wAboveRight +
      both[belowLeft * 6 + c] * wBelowLeft +
      both[belowRight * 6 + c] * wBelowRight
    const back =
      both[aboveLeft * 6 + c + 3] * wAboveLeft +
      both[aboveRight * 6 + c + 3] * wAboveRight +
      both[belowLeft * 6 + c + 3] * wBelowLeft +
      both[belowRight * 6 + c + 3] * wBelowRight
    data[pixel * 4 + c] = front + step * (data[pixel * 4 + c] - a * front - (1 - a) * back)
  }
}

/** Foreground and background colour per pixel: F red, green, blue, B red, green, blue, 0 to 255. */
export type ColorLayers = Size & { readonly data: Float32Array }

/** Weight of a neighbour's colours (regularisation): constant, plus this times the difference in alpha. */
const tie = 1e-3
const tieAtEdges = 1
/** Iterations per level: many up to this number of pixels, else few. */
const smallLevel = 32 * 32
const sweeps = { small: 10, large: 2 }

/** Copies of a picture, the smallest first, the picture itself last. */
export function pictureLevels(raster: Raster): readonly Raster[] {
  const levels = Math.ceil(Math.log2(Math.max(raster.width, raster.height)))
  const pictures = [raster]
  for (let level = levels - 1; level > 0; level--) {
    pictures.unshift(
      resizeRaster(pictures[0], {
        width: Math.max(1, Math.round(raster.width ** (level / levels))),
        height: Math.max(1, Math.round(raster.height ** (level / levels))),
      }),
    )
  }
  return pictures
}

/**
 * Estimates F and B of I = alpha F + (1 - alpha) B per pixel: fast multi-level foreground estimation (Germer, Uelwer,
 * Conrad & Harmeling, ICPR 2020, arXiv:2006.14970). Starts at one pixel; each larger level starts from the last, and
 * ties each pixel to its four neighbours. `alpha` has the size of the last of `pictures`.
 */
export function estimateLayers(pictures: readonly Raster[], alpha: AlphaMask8): ColorLayers {
  const mattes = [alpha]
  for (const size of pictures.slice(0, -1).reverse()) mattes.unshift(resizeAlpha(mattes[0], size))
  let colors = meanColors(pictures[0])
  for (const [level, picture] of pictures.entries()) {
    const matte = mattes[level]
    colors = enlarge(colors, picture, matte)
    const count = picture.width * picture.height <= smallLevel ? sweeps.small : sweeps.large
    for (let i = 0; i < count; i++) sweep(colors, picture, matte)
  }
  return colors
}

/** A level of one pixel with the picture's mean in both colours. */
function meanColors(raster: Raster): ColorLayers {
  const [r, g, b] = resizeRaster(raster, { width: 1, height: 1 }).data
  return { width: 1, height: 1, data: Float32Array.of(r, g, b, r, g, b) }
}

/** Enlarges a level by nearest neighbour; at alpha 0 or 255 the picture gives one of the colours. */
function enlarge(
  colors: ColorLayers,
  { width, height, data: picture }: Raster,
  matte: AlphaMask8,
): ColorLayers {
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

/** One Gauss-Seidel iteration: solves both colours of each mixed pixel, its neighbours fixed. */
function sweep({ width, height, data }: ColorLayers, picture: Raster, matte: AlphaMask8): void {
  const { data: alpha } = matte
  const { data: photo } = picture
  const [right, bottom] = [width - 1, height - 1]
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const value = alpha[index]
      if (value === 0 || value === 255) continue
      const a = value / 255
      let weights = 0
      let [frontRed, frontGreen, frontBlue, backRed, backGreen, backBlue] = [0, 0, 0, 0, 0, 0]
      for (let side = 0; side < 4; side++) {
        let neighbour = index
        if (side === 0) neighbour -= x > 0 ? 1 : 0
        else if (side === 1) neighbour += x < right ? 1 : 0
        else if (side === 2) neighbour -= y > 0 ? width : 0
        else neighbour += y < bottom ? width : 0
        if (neighbour === index) continue
        const weight = tie + tieAtEdges * Math.abs(a - alpha[neighbour] / 255)
        const at = neighbour * 6
        weights += weight
        frontRed += weight * data[at]
        frontGreen += weight * data[at + 1]
        frontBlue += weight * data[at + 2]
        backRed += weight * data[at + 3]
        backGreen += weight * data[at + 4]
        backBlue += weight * data[at + 5]
      }
      const b = 1 - a
      // [a a + w, a b; a b, b b + w] [F; B] = [a I + sumF; b I + sumB]
      const aa = a * a + weights
      const ab = a * b
      const bb = b * b + weights
      const scale = 1 / (aa * bb - ab * ab)
      const from = index * 4
      const to = index * 6
      const [red, green, blue] = [photo[from], photo[from + 1], photo[from + 2]]
      frontRed += a * red
      frontGreen += a * green
      frontBlue += a * blue
      backRed += b * red
      backGreen += b * green
      backBlue += b * blue
      data[to] = clampByte((bb * frontRed - ab * backRed) * scale)
      data[to + 1] = clampByte((bb * frontGreen - ab * backGreen) * scale)
      data[to + 2] = clampByte((bb * frontBlue - ab * backBlue) * scale)
      data[to + 3] = clampByte((aa * backRed - ab * frontRed) * scale)
      data[to + 4] = clampByte((aa * backGreen - ab * frontGreen) * scale)
      data[to + 5] = clampByte((aa * backBlue - ab * frontBlue) * scale)
    }
  }
}

const clampByte = (value: number): number => Math.min(255, Math.max(0, value))
