import type { Box } from './box.ts'
import type { Alpha } from './raster.ts'

/** What is left free around the subject, as a share of the longer side of its box. */
const room = 0.16

/**
 * The part of a picture to look at for a subject that was about where `matte` is above one half: its box
 * with room to move on every side. Null when there is no such subject.
 */
export function closeUpBox({ width, height, data }: Alpha): Box | null {
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
  const free = Math.round(room * Math.max(right - left + 1, bottom - top + 1))
  const x = Math.max(0, left - free)
  const y = Math.max(0, top - free)
  return {
    x,
    y,
    width: Math.min(width, right + 1 + free) - x,
    height: Math.min(height, bottom + 1 + free) - y,
  }
}

/** A copy of `matte` with `part` put over it at the box's place; `part` has the size of the box. */
export function putCloseUp(matte: Alpha, part: Alpha, box: Box): Alpha {
  const data = matte.data.slice()
  for (let y = 0; y < box.height; y++) {
    data.set(part.data.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * matte.width + box.x)
  }
  return { width: matte.width, height: matte.height, data }
}
