import { pixelWords } from './pixel-words.ts'
import type { Raster } from './raster.ts'

/** So many pixels are judged together, which is several times as fast as one by one. */
const together = 64

/** Whether no pixel lets anything through. */
export const isOpaque = (raster: Raster): boolean => {
  const pixels = pixelWords(raster)
  for (let start = 0; start < pixels.length; start += together) {
    const end = Math.min(pixels.length, start + together)
    let shared = -1
    for (let i = start; i < end; i++) shared &= pixels[i]
    if (shared >>> 24 !== 255) return false
  }
  return true
}
