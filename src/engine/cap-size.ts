import type { Size } from './raster.ts'

/**
 * The size at the same aspect whose area is at most `maxPixels` (D-13): each side rounded to the nearest
 * integer and at least 1, one side or both rounded down where the area would come out above the cap.
 * Never enlarges.
 */
export const capSize = (size: Size, maxPixels: number): Size => {
  if (size.width * size.height <= maxPixels) return size
  const scale = Math.sqrt(maxPixels / (size.width * size.height))
  const width = size.width * scale
  const height = size.height * scale
  if (Math.min(width, height) < 1) return slimSize(size, maxPixels)
  const sides = [
    { width: Math.round(width), height: Math.round(height) },
    // Of the two roundings down, the one of the longer side bends the aspect less.
    width > height
      ? { width: Math.floor(width), height: Math.round(height) }
      : { width: Math.round(width), height: Math.floor(height) },
    width > height
      ? { width: Math.round(width), height: Math.floor(height) }
      : { width: Math.floor(width), height: Math.round(height) },
  ]
  const fitting = sides.find((side) => side.width * side.height <= maxPixels)
  return fitting ?? { width: Math.floor(width), height: Math.floor(height) }
}

/** So slim that its short side would vanish: that side is 1, the other as long as the cap allows. */
const slimSize = (size: Size, maxPixels: number): Size =>
  size.width > size.height
    ? { width: Math.min(size.width, Math.floor(maxPixels)), height: 1 }
    : { width: 1, height: Math.min(size.height, Math.floor(maxPixels)) }
