import { type Box, isInside, isOnPixels, type Size, wholeBox } from '#base/geometry.ts'
import {
  type AlphaMask8,
  type AlphaMaskF32,
  type DeepPicture,
  isOpaque,
  type Raster,
} from '#engine/raster.ts'
import { type Axes, catmullRom, type Kernel, planTaps, triangle } from './filter-taps.ts'
import { maxCellSide, reduceByCells } from './reduce-by-cells.ts'
import { resampleOpaque, resamplePlane, resampleWeighted } from './separable-filter.ts'

/**
 * Resizes the part `window` of a raster, by default all: triangle filter when shrinking, Catmull-Rom when enlarging.
 * Colours are weighted by alpha, so that transparent pixels do not bleed. A window may be fractional and extend beyond
 * the raster, where it is transparent. A window on whole pixels with unchanged size is copied.
 */
export const resizeRaster = (raster: Raster, size: Size, window: Box = wholeBox(raster)): Raster => {
  if (window.width === size.width && window.height === size.height && isOnPixels(window)) {
    return cropRaster(raster, window)
  }
  const opaque = isInside(window, raster) && isOpaque(raster)
  const across = cellSide(window.width / size.width)
  const down = cellSide(window.height / size.height)
  const source = across * down > 1 ? reduceByCells(raster, across, down, opaque) : raster
  const axes = planAxes(source, size, inCells(window, across, down), catmullRom)
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (opaque) resampleOpaque(source, axes, data)
  else resampleWeighted(source, axes, data)
  return { width: size.width, height: size.height, data }
}

/** Resizes an alpha mask: triangle filter when shrinking, bilinear when enlarging; 0 outside. */
export const resizeAlpha = (alpha: AlphaMask8, size: Size, window: Box = wholeBox(alpha)): AlphaMask8 => {
  const data = new Uint8ClampedArray(size.width * size.height)
  resamplePlane(alpha.data, alpha.width, planAxes(alpha, size, window, triangle), data)
  return { width: size.width, height: size.height, data }
}

/** Resizes a plane of floats, or a part of it: triangle filter when shrinking, bilinear when enlarging. */
export const resizePlane = (plane: AlphaMaskF32, size: Size, window: Box = wholeBox(plane)): AlphaMaskF32 => {
  const data = new Float32Array(size.width * size.height)
  resamplePlane(plane.data, plane.width, planAxes(plane, size, window, triangle), data)
  return { width: size.width, height: size.height, data }
}

/**
 * Resizes part of a 16-bit picture per channel, like `resizePlane`; a part on whole pixels is copied, the whole at its
 * own size is returned.
 */
export const resizeDeep = (
  picture: DeepPicture,
  size: Size,
  window: Box = wholeBox(picture),
): DeepPicture => {
  const { width, height, channels, data } = picture
  const isWhole = window.x === 0 && window.y === 0 && window.width === width && window.height === height
  if (isWhole && size.width === width && size.height === height) return picture
  const out = new Uint16Array(size.width * size.height * channels)
  const isCopied = window.width === size.width && window.height === size.height && isOnPixels(window)
  if (isCopied && isInside(window, { width, height })) {
    const rowSamples = size.width * channels
    for (let y = 0; y < size.height; y++) {
      const start = ((window.y + y) * width + window.x) * channels
      out.set(data.subarray(start, start + rowSamples), y * rowSamples)
    }
    return { ...size, channels, data: out }
  }
  const plane = new Float32Array(width * height)
  for (let channel = 0; channel < channels; channel++) {
    for (let at = 0; at < plane.length; at++) plane[at] = data[at * channels + channel]
    const resized = resizePlane({ width, height, data: plane }, size, window).data
    for (let at = 0; at < resized.length; at++) out[at * channels + channel] = Math.round(resized[at])
  }
  return { ...size, channels, data: out }
}

/** The factor of `reduceByCells`: leaves at least 1.5 to the triangle filter, which hides cell edges. */
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

/** Copies a box on whole pixels; transparent outside the raster. */
export const cropRaster = (raster: Raster, box: Box): Raster => {
  const data = new Uint8ClampedArray(box.width * box.height * 4)
  const left = Math.max(0, box.x)
  const right = Math.min(raster.width, box.x + box.width)
  const top = Math.max(0, box.y)
  const bottom = Math.min(raster.height, box.y + box.height)
  if (left < right) {
    for (let y = top; y < bottom; y++) {
      const row = raster.data.subarray((y * raster.width + left) * 4, (y * raster.width + right) * 4)
      data.set(row, ((y - box.y) * box.width + left - box.x) * 4)
    }
  }
  return { width: box.width, height: box.height, data }
}
