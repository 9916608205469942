import type { Raster } from '#engine/raster.ts'

/** A disc of smooth, slightly noisy colour with a soft edge; colours go on outside it, under an alpha of 0. */
export const paintCutOut = (width: number, height: number): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  const radius = 0.4 * Math.min(width, height)
  let seed = 1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const noise = (seed >>> 30) - 1.5
      data[at] = 130 + 90 * Math.sin(x / 40) + noise
      data[at + 1] = 110 + 60 * Math.cos(y / 30) + noise
      data[at + 2] = 90 + 50 * Math.sin((x + y) / 60) + noise
      data[at + 3] = 128 + 8 * (radius - Math.hypot(x - width / 2, y - height / 2))
    }
  }
  return { width, height, data }
}
