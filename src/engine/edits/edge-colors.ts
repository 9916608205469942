import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import { type AlphaMask8, isOpaque, type Raster } from '#engine/raster.ts'
import { estimateLayers, pictureLevels } from '#engine/refine/estimate-foreground.ts'
import type { LayerPlace } from '#engine/refine/foreground-row.ts'
import { reduceByCells } from '#engine/resample/reduce-by-cells.ts'
import { cropRaster } from '#engine/resample/resize.ts'
import { growBox, pixelBox } from './alpha-patch.ts'

/** Side of the blocks whose colours are estimated together, in pixels of the photo. */
const blockSide = 512
/** Width of a block's surroundings, in pixels of the photo. */
const contextPixels = 64
/**
 * Smaller photos are used as they are; larger ones in cells of at most `maxCell` pixels per side, finer than the copy
 * for the colours of the unedited cut-out.
 */
const plainPixels = 200_000
const maxCell = 8

/** Subject and background colours along edges, estimated per block on demand. */
export interface EdgeColors {
  /** The colour layers of a point's block. They depend only on alpha in and around the block. */
  around(x: number, y: number, alpha: AlphaMask8): LayerPlace
}

/** The union of blocks whose colours may change with the alpha of a box. */
export function recoloredBox(changed: Box, size: Size): Box {
  const { x, y, width, height } = growBox(changed, contextPixels + maxCell, size)
  const left = Math.floor(x / blockSide) * blockSide
  const top = Math.floor(y / blockSide) * blockSide
  const right = Math.ceil((x + width) / blockSide) * blockSide
  const bottom = Math.ceil((y + height) / blockSide) * blockSide
  return pixelBox(left, top, right, bottom, size) ?? changed
}

/** The index of a point's block, in row order. */
export const blockAt = (x: number, y: number, { width }: Size): number =>
  Math.floor(y / blockSide) * Math.ceil(width / blockSide) + Math.floor(x / blockSide)

/** Estimates edge colours of an edited photo; `hasAlpha`: it has transparency. */
export function createEdgeColors(picture: Raster, hasAlpha: boolean): EdgeColors {
  const { width, height } = picture
  const cell = Math.min(maxCell, Math.max(1, Math.floor(Math.sqrt((width * height) / plainPixels))))
  const small = cell === 1 ? picture : reduceByCells(picture, cell, cell, isOpaque(picture))
  /** The copies of a block's picture are cached, since only alpha changes. */
  const levels = new Map<number, readonly Raster[]>()

  return {
    around: (x, y, alpha) => {
      const block = blockAt(x, y, picture)
      const [column, row] = [Math.floor(x / blockSide), Math.floor(y / blockSide)]
      const part =
        pixelBox(
          (column * blockSide - contextPixels) / cell,
          (row * blockSide - contextPixels) / cell,
          ((column + 1) * blockSide + contextPixels) / cell,
          ((row + 1) * blockSide + contextPixels) / cell,
          small,
        ) ?? wholeBox(small)
      const pictures = levels.get(block) ?? pictureLevels(cropRaster(small, part))
      levels.set(block, pictures)
      const matte = matteOfCells(alpha, hasAlpha ? picture : null, part, cell)
      return { layers: estimateLayers(pictures, matte), cell, x: part.x, y: part.y }
    },
  }
}

/** Mean alpha of cells; the photo's transparent pixels count as in `alphaOfMixedColors`. */
function matteOfCells(
  { width, height, data: values }: AlphaMask8,
  photo: Raster | null,
  part: Box,
  cell: number,
): AlphaMask8 {
  const data = new Uint8ClampedArray(part.width * part.height)
  const sums = new Int32Array(part.width)
  const left = part.x * cell
  const right = Math.min(width, (part.x + part.width) * cell)
  for (let v = 0; v < part.height; v++) {
    const top = (part.y + v) * cell
    const bottom = Math.min(height, top + cell)
    sums.fill(0)
    for (let y = top; y < bottom; y++) {
      if (photo) addMixedRow(sums, values, photo.data, y * width + left, y * width + right, cell)
      else addRow(sums, values, y * width + left, y * width + right, cell)
    }
    for (let u = 0; u < part.width; u++) {
      const columns = Math.min(width, (part.x + u + 1) * cell) - (part.x + u) * cell
      data[v * part.width + u] = sums[u] / ((bottom - top) * columns)
    }
  }
  return { width: part.width, height: part.height, data }
}

/** Adds a row's values to the sums of their cells. */
function addRow(sums: Int32Array, values: Uint8ClampedArray, start: number, end: number, cell: number): void {
  for (let u = 0, at = start; at < end; u++) {
    let sum = 0
    for (const next = Math.min(end, at + cell); at < next; at++) sum += values[at]
    sums[u] += sum
  }
}

function addMixedRow(
  sums: Int32Array,
  values: Uint8ClampedArray,
  photo: Uint8ClampedArray,
  start: number,
  end: number,
  cell: number,
): void {
  for (let u = 0, at = start; at < end; u++) {
    let sum = 0
    for (const next = Math.min(end, at + cell); at < next; at++)
      sum += mixedAlpha(values[at], photo[at * 4 + 3])
    sums[u] += sum
  }
}

const mixedAlpha = (value: number, own: number): number =>
  own === 255 || value === 0 ? value : own === 0 ? 0 : 255
