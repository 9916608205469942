import type { Box, Size } from '#base/geometry.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { type AlphaPatch, copyPatch, growBox, pixelBox, swapPatch } from './alpha-patch.ts'
import { sumBoxes } from './box-sums.ts'

type EdgeValues = Pick<ImageEdits, 'edgeShift' | 'feather'>

/** How far a pixel's alpha reaches when edges are shifted and feathered, in pixels. */
export const edgeReach = ({ edgeShift, feather }: EdgeValues): number =>
  Math.ceil(Math.abs(edgeShift)) + (feather === 0 ? 0 : Math.ceil(3 * feather) + 1)

/**
 * The alpha of `box` after the edge was shifted and then feathered. What lies farther than `edgeReach` from the box
 * does not matter. Where `alpha` has one value all around, the box keeps it.
 */
export function adjustEdges(alpha: AlphaMask8, values: EdgeValues, box: Box): AlphaPatch {
  const window = growBox(box, edgeReach(values), alpha)
  const { data } = copyPatch(alpha, window)
  const first = data[0]
  if (data.every((value) => value === first)) return copyPatch(alpha, box)
  let plane: Float32Array = new Float32Array(data)
  shiftEdge(plane, window, values.edgeShift)
  if (values.feather > 0) plane = feather(plane, window, values.feather)
  return copyPatch(
    { width: window.width, height: window.height, data: new Uint8ClampedArray(plane) },
    { ...box, x: box.x - window.x, y: box.y - window.y },
  )
}

/** The side of the tiles in which a whole picture is adjusted, so that those without an edge cost nothing. */
const tileSide = 128

/** The alpha of a whole picture after the edge was shifted and then feathered. */
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

/** Of the steps of a shift, the share that also moves along diagonals, so that all directions move alike. */
const squareShare = Math.SQRT2 - 1

/**
 * Grey dilation (outwards) or erosion (inwards) by an octagon, one pixel a step, crosses and squares in turn; the rest
 * of a pixel is a mixture with the next step (Serra, _Image Analysis and Mathematical Morphology_, 1982).
 */
function shiftEdge(plane: Float32Array, size: Size, shift: number): void {
  const sign = shift < 0 ? -1 : 1
  const steps = Math.ceil(Math.abs(shift))
  for (let step = 0; step < steps; step++) {
    const isSquare = Math.floor((step + 1) * squareShare) > Math.floor(step * squareShare)
    const share = Math.min(1, Math.abs(shift) - step)
    const wider = spread(plane, size, sign, isSquare)
    for (let i = 0; i < plane.length; i++) plane[i] += (wider[i] - plane[i]) * share
  }
}

/** The largest (sign 1) or smallest (-1) value of each pixel and its four or eight neighbours. */
function spread(plane: Float32Array, { width, height }: Size, sign: 1 | -1, isSquare: boolean): Float32Array {
  const across = new Float32Array(plane.length)
  const most = sign === 1 ? Math.max : Math.min
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const left = plane[x > 0 ? at - 1 : at]
      const right = plane[x + 1 < width ? at + 1 : at]
      across[at] = most(left, plane[at], right)
    }
  }
  const column = isSquare ? across : plane
  const out = new Float32Array(plane.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const above = column[y > 0 ? at - width : at]
      const below = column[y + 1 < height ? at + width : at]
      out[at] = most(above, across[at], below)
    }
  }
  return out
}

/** Up to this standard deviation a Gaussian is summed term by term; a wider one is three box filters. */
const exactSigma = 4

/** Gaussian blur; three box filters come within 3 % of one (Wells, TPAMI 1986). Borders repeat no pixel. */
function feather(plane: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma <= exactSigma) return blurExactly(plane, size, sigma)
  const scratch = new Float32Array(plane.length)
  // The widths whose variances add up to sigma².
  const ideal = Math.sqrt(4 * sigma * sigma + 1)
  const narrow = Math.floor((ideal - 1) / 2)
  const narrowCount = Math.round(
    (12 * sigma * sigma - 3 * ((2 * narrow + 3) ** 2 - 1)) / ((2 * narrow + 1) ** 2 - (2 * narrow + 3) ** 2),
  )
  for (let pass = 0; pass < 3; pass++) {
    const radius = pass < narrowCount ? narrow : narrow + 1
    sumBoxes(plane, size, radius, scratch)
    divideByCounts(plane, size, radius)
  }
  return plane
}

function divideByCounts(plane: Float32Array, { width, height }: Size, radius: number): void {
  const length = (at: number, side: number) => Math.min(side - 1, at + radius) - Math.max(0, at - radius) + 1
  for (let y = 0, at = 0; y < height; y++) {
    const rows = length(y, height)
    for (let x = 0; x < width; x++, at++) plane[at] /= rows * length(x, width)
  }
}

function blurExactly(plane: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const radius = Math.ceil(3 * sigma)
  const taps = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  )
  const blurLines = (from: Float32Array, along: number, length: number, across: number, lines: number) => {
    const out = new Float32Array(from.length)
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        let sum = 0
        let weight = 0
        const end = Math.min(length - 1, i + radius)
        for (let k = Math.max(0, i - radius); k <= end; k++) {
          const tap = taps[k - i + radius]
          sum += tap * from[line * across + k * along]
          weight += tap
        }
        out[line * across + i * along] = sum / weight
      }
    }
    return out
  }
  return blurLines(blurLines(plane, 1, width, width, height), width, height, 1, width)
}
