import { sumBoxes } from '#base/box-sums.ts'
import { type Box, capSize, type Size } from '#base/geometry.ts'
import { type AlphaBeliefs, alphaProblem, isMixed } from '#engine/edits/alpha-problem.ts'
import { solveAlpha } from '#engine/edits/solve-alpha.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { cropRaster, resizeRaster } from '#engine/resample/resize.ts'
import { refineAlpha } from './refine-alpha.ts'

/** Most pixels of the copy on which alpha is solved. */
const solvePixels = 120_000
/** How far around the border alpha is found anew, in pixels of the copy. */
const reach = 4
/** Distances are in pixels of the copy. */
const beliefs: AlphaBeliefs = {
  colorWeight: 0.2,
  beforeWeight: 0.02,
  settledRadius: 3,
  poorMixture: 150,
  sampleRadius: 0,
}
const maxRounds = 18

/**
 * How wide the border of a matte is, in pixels of it: what is mixed, to the length of the line where alpha passes one
 * half. A clean edge has about one; hair, fur and leaves, of which a network at a small input sees no single strand,
 * leave a wide haze.
 */
export function borderWidth({ width, height, data }: AlphaMaskF32): number {
  let mixed = 0
  let length = 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      mixed += 1 - Math.abs(2 * data[i] - 1)
      const isInside = data[i] > 0.5
      if (x + 1 < width && isInside !== data[i + 1] > 0.5) length++
      if (y + 1 < height && isInside !== data[i + width] > 0.5) length++
    }
  }
  return mixed / Math.max(1, length)
}

/**
 * The matte with its border found anew from the picture, by closed-form matting with a colour term (`solveAlpha`), at
 * the aspect of the picture and 120,000 pixels at most: strands that the network's input was too small for. What is
 * wholly subject or background away from the border stays. `matte` covers the whole picture at any size and aspect.
 */
export function solveBorder(raster: Raster, matte: AlphaMaskF32): AlphaMaskF32 {
  const size = capSize(raster, solvePixels)
  const picture = size.width === raster.width ? raster : resizeRaster(raster, size)
  const before = refineAlpha(picture, matte)
  const unknown = nearBorder(before)
  const box = boxOf(unknown, size)
  if (!box) return matte
  const problem = alphaProblem(
    cropRaster(picture, box),
    { ...box, data: cropPlane(before.data, size, box) },
    cropPlane(unknown, size, box),
    beliefs,
  )
  if (!problem) return matte
  const solved = solveAlpha(problem, maxRounds)
  const data = Float32Array.from(before.data, (value) => value / 255)
  for (let y = 0; y < box.height; y++) {
    const row = solved.subarray(y * box.width, (y + 1) * box.width)
    data.set(row, (box.y + y) * size.width + box.x)
  }
  return { ...size, data }
}

/** 1 within reach of a pixel that is mixed, or next to one on the other side of one half. */
function nearBorder(alpha: AlphaMask8): Uint8Array {
  const { width, height, data } = alpha
  const border = new Float32Array(data.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isInside = data[i] > 127
      const isCrossed =
        (x + 1 < width && isInside !== data[i + 1] > 127) ||
        (y + 1 < height && isInside !== data[i + width] > 127)
      border[i] = Number(isCrossed || isMixed(data[i]))
    }
  }
  sumBoxes(border, alpha, reach, new Float32Array(border.length))
  return Uint8Array.from(border, (count) => Number(count > 0.5))
}

/** The box around all that is 1, with a pixel around it where there is one; null where nothing is. */
function boxOf(cells: Uint8Array, { width, height }: Size): Box | null {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (cells[i] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) return null
  const x = Math.max(0, left - 1)
  const y = Math.max(0, top - 1)
  return { x, y, width: Math.min(width, right + 2) - x, height: Math.min(height, bottom + 2) - y }
}

function cropPlane<Plane extends Uint8Array | Uint8ClampedArray>(
  plane: Plane,
  { width }: Size,
  box: Box,
): Plane {
  const part = plane.slice(0, box.width * box.height) as Plane
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * width + box.x
    part.set(plane.subarray(from, from + box.width), y * box.width)
  }
  return part
}
