import { estimateColors, type TwoColors } from './estimate-colors.ts'
import { interpolation } from './interpolation.ts'
import type { Alpha, Raster } from './raster.ts'
import { resizeAlpha, resizeRaster } from './resize.ts'

/** Both colours are smooth, so those of a photo are estimated at this many pixels at most. */
const photoPixels = 150_000
/** How far a pixel's own colours may leave the smooth estimate to explain it: 0 at will, 1 hardly. */
const smoothness = 0.5

/**
 * Gives edge pixels the subject's own colour (D-20): a pixel of the photo is I = alpha F + (1 - alpha) B,
 * and F, without the old background B, is what belongs in a cut-out. Rewrites the colour of `raster` in
 * place where 0 < alpha < 255, and nowhere else.
 *
 * F and B are estimated on a small copy (see `estimateColors`); each pixel of the source then moves both
 * by the least squares that explain its own colour, which keeps the photo's full detail.
 */
export function estimateForeground(raster: Raster, alpha: Alpha, estimatePixels = photoPixels): void {
  const scale = Math.min(1, Math.sqrt(estimatePixels / (raster.width * raster.height)))
  const size = {
    width: Math.max(1, Math.round(raster.width * scale)),
    height: Math.max(1, Math.round(raster.height * scale)),
  }
  const colors = estimateColors(resizeRaster(raster, size), resizeAlpha(alpha, size))
  moveToForeground(raster, alpha, colors)
}

function moveToForeground({ width, height, data }: Raster, alpha: Alpha, colors: TwoColors): void {
  const across = interpolation(width, colors.width)
  const down = interpolation(height, colors.height)
  for (let y = 0; y < height; y++) {
    const above = down.before[y] * colors.width
    const below = down.after[y] * colors.width
    const v = down.share[y]
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = alpha.data[at]
      if (value === 0 || value === 255) continue
      const a = value / 255
      const u = across.share[x]
      const left = across.before[x]
      const right = across.after[x]
      const wAboveLeft = (1 - u) * (1 - v)
      const wAboveRight = u * (1 - v)
      const wBelowLeft = (1 - u) * v
      const wBelowRight = u * v
      const step = a / (a * a + (1 - a) * (1 - a) + smoothness)
      for (let c = 0; c < 3; c++) {
        const aboveLeft = (above + left) * 6 + c
        const aboveRight = (above + right) * 6 + c
        const belowLeft = (below + left) * 6 + c
        const belowRight = (below + right) * 6 + c
        const { data: both } = colors
        const front =
          both[aboveLeft] * wAboveLeft +
          both[aboveRight] * wAboveRight +
          both[belowLeft] * wBelowLeft +
          both[belowRight] * wBelowRight
        const back =
          both[aboveLeft + 3] * wAboveLeft +
          both[aboveRight + 3] * wAboveRight +
          both[belowLeft + 3] * wBelowLeft +
          both[belowRight + 3] * wBelowRight
        data[at * 4 + c] = front + step * (data[at * 4 + c] - a * front - (1 - a) * back)
      }
    }
  }
}
