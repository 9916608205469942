import type { Box } from './box.ts'
import type { Alpha } from './raster.ts'

/** The least alpha that counts as subject: 0.05 of 255 (D-14). */
const leastAlpha = 13

/**
 * The bounding box of all pixels with alpha >= 0.05, where a pixel without any such neighbour, diagonals
 * included, is a stray and does not count (D-14). Null when nothing is left.
 */
export const subjectBox = (alpha: Alpha): Box | null => {
  const { width, height, data } = alpha
  const isSubject = (x: number, y: number) => data[y * width + x] >= leastAlpha && hasNeighbour(alpha, x, y)
  const rowHolds = (y: number) => {
    for (let x = 0; x < width; x++) if (isSubject(x, y)) return true
    return false
  }
  let top = 0
  while (top < height && !rowHolds(top)) top++
  if (top === height) return null
  let bottom = height - 1
  while (!rowHolds(bottom)) bottom--
  // Each row is looked at only outside what the rows before it have claimed.
  let left = width
  let right = -1
  for (let y = top; y <= bottom; y++) {
    for (let x = 0; x < left; x++) if (isSubject(x, y)) left = x
    for (let x = width - 1; x > right; x--) if (isSubject(x, y)) right = x
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

const hasNeighbour = ({ width, height, data }: Alpha, x: number, y: number): boolean => {
  const lastX = Math.min(width - 1, x + 1)
  const lastY = Math.min(height - 1, y + 1)
  for (let v = Math.max(0, y - 1); v <= lastY; v++) {
    for (let u = Math.max(0, x - 1); u <= lastX; u++) {
      if ((u !== x || v !== y) && data[v * width + u] >= leastAlpha) return true
    }
  }
  return false
}
