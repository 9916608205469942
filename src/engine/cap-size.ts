import type { Size } from './raster.ts'

/**
 * The size at the same aspect whose area is at most `maxPixels` (D-13): each side rounded to the nearest
 * integer and at least 1. Where that area would be above the cap, one side or both are rounded down,
 * whichever bends the aspect least. Never enlarges.
 */
export const capSize = ({ width, height }: Size, maxPixels: number): Size => {
  if (width * height <= maxPixels) return { width, height }
  const scale = Math.sqrt(maxPixels / (width * height))
  const across = width * scale
  const down = height * scale
  if (Math.min(across, down) < 1) return slimSize({ width, height }, maxPixels)
  const nearest = { width: Math.round(across), height: Math.round(down) }
  if (nearest.width * nearest.height <= maxPixels) return nearest
  const low = { width: Math.floor(across), height: Math.floor(down) }
  const bend = (size: Size) => Math.abs(Math.log((size.width * height) / (size.height * width)))
  return [low, { ...nearest, width: low.width }, { ...nearest, height: low.height }]
    .filter((size) => size.width * size.height <= maxPixels)
    .reduce((best, size) => (bend(size) < bend(best) ? size : best))
}

/** So slim that its short side would vanish: that side is 1, the other as long as the cap allows. */
const slimSize = (size: Size, maxPixels: number): Size =>
  size.width > size.height
    ? { width: Math.min(size.width, maxPixels), height: 1 }
    : { width: 1, height: Math.min(size.height, maxPixels) }
