import { pixelWords } from './pixel-words.ts'
import type { Alpha, Raster } from './raster.ts'

/** Lets the alpha that an input came with weaken its matte: their product, rounded, in place in `alpha`. */
export const multiplyAlpha = (alpha: Alpha, raster: Raster): void => {
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = (alpha.data[i] * raster.data[i * 4 + 3]) / 255
}

/**
 * The matte as the colour estimation may see it, for an input that came with alpha: where that was partial,
 * the colour is the subject's own already, so the pixel counts as wholly subject; where it was 0, there is
 * no colour at all, so the pixel counts as background.
 */
export const alphaOfMixedColors = (alpha: Alpha, raster: Raster): Alpha => {
  const data = new Uint8ClampedArray(alpha.data)
  for (let i = 0; i < data.length; i++) {
    const own = raster.data[i * 4 + 3]
    if (own === 0) data[i] = 0
    else if (own !== 255 && data[i] !== 0) data[i] = 255
  }
  return { width: alpha.width, height: alpha.height, data }
}

/**
 * Makes the raster the cut-out, in place: its alpha becomes `alpha`, and colours under none of it become
 * black, so that nothing of the removed background stays in the file. Other colours stay bit for bit.
 */
export const cutOut = (raster: Raster, alpha: Alpha): void => {
  const pixels = pixelWords(raster)
  for (let i = 0; i < pixels.length; i++) {
    const value = alpha.data[i]
    pixels[i] = value === 0 ? 0 : (pixels[i] & 0xffffff) | (value << 24)
  }
}
