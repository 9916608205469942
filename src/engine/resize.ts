import { averageCells, maxCellSide } from './average-cells.ts'
import { type Box, isInside, isOnPixels, wholeBox } from './box.ts'
import { extractBox } from './extract-box.ts'
import { isOpaque } from './is-opaque.ts'
import type { Alpha, Matte, Raster, Size } from './raster.ts'
import { resampleOpaque, resamplePlane, resampleWeighted } from './resample.ts'
import { type Axes, catmullRom, type Kernel, planTaps, triangle } from './resampling-taps.ts'

/**
 * The part `window` of a raster (all of it by default) at another size: averaged without aliasing when
 * shrinking, Catmull-Rom when enlarging. Colours count by their alpha, so that what is transparent never
 * bleeds into what is not. A window may lie between pixels and reach past the raster: transparent there.
 * A window on whole pixels at its own size is copied bit for bit.
 */
export const resizeRaster = (raster: Raster, size: Size, window: Box = wholeBox(raster)): Raster => {
  if (window.width === size.width && window.height === size.height && isOnPixels(window)) {
    return extractBox(raster, window)
  }
  const opaque = isInside(window, raster) && isOpaque(raster)
  const across = cellSide(window.width / size.width)
  const down = cellSide(window.height / size.height)
  const source = across * down > 1 ? averageCells(raster, across, down, opaque) : raster
  const axes = planAxes(source, size, inCells(window, across, down), catmullRom)
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (opaque) resampleOpaque(source, axes, data)
  else resampleWeighted(source, axes, data)
  return { width: size.width, height: size.height, data }
}

/** An alpha plane at another size: averaged when shrinking, bilinear when enlarging; 0 past its edges. */
export const resizeAlpha = (alpha: Alpha, size: Size, window: Box = wholeBox(alpha)): Alpha => {
  const data = new Uint8ClampedArray(size.width * size.height)
  resamplePlane(alpha.data, alpha.width, planAxes(alpha, size, window, triangle), data)
  return { width: size.width, height: size.height, data }
}

/** A plane of floats at another size: averaged when shrinking, bilinear when enlarging. */
export const resizePlane = (plane: Matte, size: Size): Matte => {
  const data = new Float32Array(size.width * size.height)
  resamplePlane(plane.data, plane.width, planAxes(plane, size, wholeBox(plane), triangle), data)
  return { width: size.width, height: size.height, data }
}

/** At least a factor of 1.5 is left to the tent, which hides the cells' hard edges. */
const cellSide = (scale: number) => Math.min(maxCellSide, Math.max(1, Math.floor(scale / 1.5)))

const inCells = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x / across,
  y: y / down,
  width: width / across,
  height: height / down,
})

const planAxes = (source: Size, size: Size, window: Box, enlarging: Kernel): Axes => ({
  across: planTaps(source.width, window.x, window.width, size.width, enlarging),
  down: planTaps(source.height, window.y, window.height, size.height, enlarging),
})
