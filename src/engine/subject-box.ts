import { type Box, wholeBox } from '#base/geometry.ts'
import type { AlphaMask8 } from './raster.ts'

/** Smallest alpha of the subject: 0.05 of 255 (D-14). */
export const minSubjectAlpha = 13

/**
 * The bounding box of pixels with alpha >= 0.05 that have such a neighbour, diagonals included; single pixels are
 * strays (D-14). Null if there are none. `within`: a box outside which alpha is known to be less.
 */
export const subjectBox = (alpha: AlphaMask8, within: Box = wholeBox(alpha)): Box | null => {
  const { width, data } = alpha
  const isSubject = (x: number, y: number) =>
    data[y * width + x] >= minSubjectAlpha && hasNeighbour(alpha, x, y)
  const end = { x: within.x + within.width, y: within.y + within.height }
  const rowHolds = (y: number) => {
    for (let x = within.x; x < end.x; x++) if (isSubject(x, y)) return true
    return false
  }
  let top = within.y
  while (top < end.y && !rowHolds(top)) top++
  if (top === end.y) return null
  let bottom = end.y - 1
  while (!rowHolds(bottom)) bottom--
  // Only pixels outside the box so far can widen it.
  let left = end.x
  let right = within.x - 1
  for (let y = top; y <= bottom; y++) {
    for (let x = within.x; x < left; x++) if (isSubject(x, y)) left = x
    for (let x = end.x - 1; x > right; x--) if (isSubject(x, y)) right = x
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

const hasNeighbour = ({ width, height, data }: AlphaMask8, x: number, y: number): boolean => {
  const lastX = Math.min(width - 1, x + 1)
  const lastY = Math.min(height - 1, y + 1)
  for (let v = Math.max(0, y - 1); v <= lastY; v++) {
    for (let u = Math.max(0, x - 1); u <= lastX; u++) {
      if ((u !== x || v !== y) && data[v * width + u] >= minSubjectAlpha) return true
    }
  }
  return false
}

/** Margin around the subject, relative to the longer side of its box. */
const marginShare = 0.16

/**
 * The crop of the next frame that should contain the subject of `matte`: the box of alpha above one half with a margin,
 * clipped to the picture. Null without such alpha.
 */
export function cropAroundSubject({ width, height, data }: AlphaMask8): Box | null {
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (data[at] < 128) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) return null
  const margin = Math.round(marginShare * Math.max(right - left + 1, bottom - top + 1))
  const x = Math.max(0, left - margin)
  const y = Math.max(0, top - margin)
  return {
    x,
    y,
    width: Math.min(width, right + 1 + margin) - x,
    height: Math.min(height, bottom + 1 + margin) - y,
  }
}

/** A copy of `matte` with the pixels of `box` replaced by `part`, of the box's size. */
export function pasteMatte(matte: AlphaMask8, part: AlphaMask8, box: Box): AlphaMask8 {
  const data = matte.data.slice()
  for (let y = 0; y < box.height; y++) {
    data.set(part.data.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * matte.width + box.x)
  }
  return { width: matte.width, height: matte.height, data }
}
