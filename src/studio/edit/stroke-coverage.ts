import { type Box, unionBox } from '#base/geometry.ts'
import type { StrokePoint } from '#contract/image-edits.ts'

/** A brush in pixels of the canvas. */
type CanvasBrush = {
  readonly radius: number
  readonly hardness: number
  /** The alpha at full effect, 0 to 255. */
  readonly alpha: number
}

/**
 * Draws a stroke into the alpha of `image`, from the point with index `from` on, but only inside `clip`. Each pixel
 * gets the largest alpha of all segments, so that a stroke that crosses itself is not darker there. Points are in
 * pixels of `image`. Returns the box that may have changed; null if none.
 */
export function coverStroke(
  image: Pick<ImageData, 'data' | 'width' | 'height'>,
  points: readonly StrokePoint[],
  from: number,
  brush: CanvasBrush,
  clip: Box,
): Box | null {
  let dirty: Box | null = null
  for (let at = Math.max(0, from); at < points.length; at += 1) {
    const end = points[at]
    const start = points[at - 1] ?? end
    const box = start && end ? coverSegment(image, start, end, brush, clip) : null
    if (box) dirty = dirty ? unionBox(dirty, box) : box
  }
  return dirty
}

/** Draws a segment of a stroke by each pixel's distance from the line, whose width follows the pressure. */
function coverSegment(
  image: Pick<ImageData, 'data' | 'width' | 'height'>,
  [x0, y0, p0]: StrokePoint,
  [x1, y1, p1]: StrokePoint,
  { radius, hardness, alpha }: CanvasBrush,
  clip: Box,
): Box | null {
  const reach = radius * Math.max(p0, p1) + 1
  const left = Math.max(0, Math.floor(Math.max(clip.x, Math.min(x0, x1) - reach)))
  const top = Math.max(0, Math.floor(Math.max(clip.y, Math.min(y0, y1) - reach)))
  const right = Math.min(image.width, Math.ceil(Math.min(clip.x + clip.width, Math.max(x0, x1) + reach)))
  const bottom = Math.min(image.height, Math.ceil(Math.min(clip.y + clip.height, Math.max(y0, y1) + reach)))
  if (right <= left || bottom <= top) return null
  const dx = x1 - x0
  const dy = y1 - y0
  const lengthSquared = dx * dx + dy * dy
  const { data, width } = image
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const px = x + 0.5 - x0
      const py = y + 0.5 - y0
      const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSquared))
      const distance = Math.sqrt((px - along * dx) ** 2 + (py - along * dy) ** 2)
      const outer = radius * (p0 + (p1 - p0) * along)
      // At least one pixel of falloff, so that the edge of a hard brush is smooth.
      const inner = Math.min(outer * hardness, outer - 0.5)
      const part = Math.min(1, Math.max(0, (outer + 0.5 - distance) / Math.max(1, outer + 0.5 - inner)))
      const index = (y * width + x) * 4 + 3
      const value = part * alpha
      if (value > (data[index] ?? 0)) data[index] = value
    }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
