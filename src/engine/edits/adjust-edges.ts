import type { Box } from '#base/geometry.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { type AlphaPatch, copyPatch, growBox, pixelBox, swapPatch } from './alpha-patch.ts'
import { featherWindow } from './feather.ts'
import { shiftEdge } from './shift-edge.ts'

type EdgeValues = Pick<ImageEdits, 'edgeShift' | 'feather'>

/** Radius in pixels within which a pixel's alpha affects shifted and feathered edges. */
export const edgeReach = ({ edgeShift, feather }: EdgeValues): number =>
  Math.ceil(Math.abs(edgeShift)) + (feather === 0 ? 0 : Math.ceil(3 * feather) + 1)

/**
 * The alpha of `box` after edge shift and feather. Pixels farther than `edgeReach` from the box are irrelevant. Uniform
 * surroundings leave the box unchanged.
 */
export function adjustEdges(alpha: AlphaMask8, values: EdgeValues, box: Box): AlphaPatch {
  const window = growBox(box, edgeReach(values), alpha)
  const { data } = copyPatch(alpha, window)
  if (isEven(data)) return copyPatch(alpha, box)
  shiftEdge(data, window, values.edgeShift)
  return values.feather > 0
    ? { box, data: featherWindow(data, window, values.feather, box) }
    : copyPatch(
        { width: window.width, height: window.height, data },
        { ...box, x: box.x - window.x, y: box.y - window.y },
      )
}

/** Side of the tiles for adjusting a picture; tiles without an edge are skipped. */
const tileSide = 128

/** The alpha of a whole picture after edge shift and feather. */
export function adjustAllEdges(alpha: AlphaMask8, values: EdgeValues): AlphaMask8 {
  const adjusted = { ...alpha, data: alpha.data.slice() }
  for (let y = 0; y < alpha.height; y += tileSide) {
    for (let x = 0; x < alpha.width; x += tileSide) {
      const tile = pixelBox(x, y, x + tileSide, y + tileSide, alpha)
      if (tile) swapPatch(adjusted, { ...adjustEdges(alpha, values, tile), box: tile })
    }
  }
  return adjusted
}

function isEven(data: Uint8ClampedArray): boolean {
  const first = data[0]
  for (let i = 1; i < data.length; i++) if (data[i] !== first) return false
  return true
}
