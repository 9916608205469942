import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

/** Alpha of the pixels of a box, on whole pixels within the picture. */
export type AlphaPatch = { readonly box: Box; readonly data: Uint8ClampedArray }

/** Swaps the box's pixels of `alpha` with those of the patch; a second call undoes it. */
export function swapPatch(alpha: AlphaMask8, { box, data }: AlphaPatch): void {
  const row = new Uint8ClampedArray(box.width)
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * alpha.width + box.x
    const kept = data.subarray(y * box.width, (y + 1) * box.width)
    row.set(alpha.data.subarray(start, start + box.width))
    alpha.data.set(kept, start)
    kept.set(row)
  }
}

/** Copies the pixels of a box as a patch. */
export function copyPatch(alpha: AlphaMask8, box: Box): AlphaPatch {
  const data = new Uint8ClampedArray(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * alpha.width + box.x
    data.set(alpha.data.subarray(start, start + box.width), y * box.width)
  }
  return { box, data }
}

/** The whole pixels of a picture that a rectangle touches; null if none. */
export function pixelBox(
  left: number,
  top: number,
  right: number,
  bottom: number,
  { width, height }: Size,
): Box | null {
  const x = Math.max(0, Math.floor(left))
  const y = Math.max(0, Math.floor(top))
  const box = {
    x,
    y,
    width: Math.min(width, Math.ceil(right)) - x,
    height: Math.min(height, Math.ceil(bottom)) - y,
  }
  return box.width > 0 && box.height > 0 ? box : null
}

/** The box grown by a margin, clipped to the picture. */
export const growBox = (box: Box, margin: number, size: Size): Box =>
  pixelBox(box.x - margin, box.y - margin, box.x + box.width + margin, box.y + box.height + margin, size) ??
  box

/** `keep` raises alpha to the coverage, `remove` lowers it to the complement; repeating has no effect. */
export function applyCoverage(
  patch: AlphaPatch,
  coverage: Uint8ClampedArray,
  mode: 'keep' | 'remove',
): boolean {
  const { data } = patch
  let isChanged = false
  for (let i = 0; i < data.length; i++) {
    const covered = coverage[i]
    if (covered === 0) continue
    const before = data[i]
    const after = mode === 'keep' ? Math.max(before, covered) : Math.min(before, 255 - covered)
    if (after === before) continue
    data[i] = after
    isChanged = true
  }
  return isChanged
}
