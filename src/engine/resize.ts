import { type Box, isInside, isOnPixels, wholeBox } from './box.ts'
import { extractBox } from './extract-box.ts'
import { isOpaque } from './is-opaque.ts'
import type { Alpha, Matte, Raster, Size } from './raster.ts'
import { catmullRom, type Kernel, planTaps, type Taps, triangle } from './resampling-taps.ts'

/**
 * The part `window` of a raster (all of it by default) at another size: averaged without aliasing when
 * shrinking, Catmull-Rom when enlarging. Colours count by their alpha, so that what is transparent never
 * bleeds into what is not. A window may lie between pixels and reach past the raster: transparent there.
 * A window on whole pixels at its own size is copied bit for bit.
 */
export const resizeRaster = (raster: Raster, size: Size, window: Box = wholeBox(raster)): Raster => {
  if (keepsPixels(window, size)) return extractBox(raster, window)
  const axes = planAxes(raster, size, window, catmullRom)
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (isInside(window, raster) && isOpaque(raster)) resampleOpaque(raster, axes, data)
  else resampleWeighted(raster, axes, data)
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

const keepsPixels = (window: Box, size: Size) =>
  window.width === size.width && window.height === size.height && isOnPixels(window)

/** Both passes' taps, and the columns of the source that the horizontal pass reads. */
type Axes = { readonly across: Taps; readonly down: Taps; readonly left: number; readonly columns: number }

const planAxes = (source: Size, size: Size, window: Box, enlarging: Kernel): Axes => {
  const across = planTaps(source.width, window.x, window.width, size.width, enlarging)
  const down = planTaps(source.height, window.y, window.height, size.height, enlarging)
  const left = across.starts[0]
  return { across, down, left, columns: across.starts[size.width - 1] + across.count - left }
}

/**
 * Rows first (sequential reads, a third of the passes' work is shared by all columns), then columns of
 * the one summed row. Every pass below has this shape; they differ in what they sum for a pixel.
 */
const resampleOpaque = (raster: Raster, { across, down, left, columns }: Axes, out: Uint8ClampedArray) => {
  const source = raster.data
  const row = new Float32Array(columns * 3)
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t += 2) {
      const w0 = down.weights[y * down.count + t]
      const hasNext = t + 1 < down.count
      const w1 = hasNext ? down.weights[y * down.count + t + 1] : 0
      if (w0 === 0 && w1 === 0) continue
      let a = ((down.starts[y] + t) * raster.width + left) * 4
      let b = hasNext ? a + raster.width * 4 : a
      for (let i = 0; i < row.length; i += 3, a += 4, b += 4) {
        row[i] += w0 * source[a] + w1 * source[b]
        row[i + 1] += w0 * source[a + 1] + w1 * source[b + 1]
        row[i + 2] += w0 * source[a + 2] + w1 * source[b + 2]
      }
    }
    for (let x = 0; x < across.starts.length; x++, at += 4) {
      let red = 0
      let green = 0
      let blue = 0
      let i = (across.starts[x] - left) * 3
      const end = (x + 1) * across.count
      for (let t = x * across.count; t < end; t++, i += 3) {
        const weight = across.weights[t]
        red += weight * row[i]
        green += weight * row[i + 1]
        blue += weight * row[i + 2]
      }
      out[at] = red
      out[at + 1] = green
      out[at + 2] = blue
      out[at + 3] = 255
    }
  }
}

const resampleWeighted = (raster: Raster, { across, down, left, columns }: Axes, out: Uint8ClampedArray) => {
  const source = raster.data
  const row = new Float32Array(columns * 4)
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t++) {
      const weight = down.weights[y * down.count + t]
      if (weight === 0) continue
      let a = ((down.starts[y] + t) * raster.width + left) * 4
      for (let i = 0; i < row.length; i += 4, a += 4) {
        const alpha = source[a + 3]
        if (alpha === 0) continue
        const share = weight * alpha
        row[i] += share * source[a]
        row[i + 1] += share * source[a + 1]
        row[i + 2] += share * source[a + 2]
        row[i + 3] += share
      }
    }
    for (let x = 0; x < across.starts.length; x++, at += 4) {
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      let i = (across.starts[x] - left) * 4
      const end = (x + 1) * across.count
      for (let t = x * across.count; t < end; t++, i += 4) {
        const weight = across.weights[t]
        red += weight * row[i]
        green += weight * row[i + 1]
        blue += weight * row[i + 2]
        alpha += weight * row[i + 3]
      }
      if (alpha < 0.5) continue
      out[at] = red / alpha
      out[at + 1] = green / alpha
      out[at + 2] = blue / alpha
      out[at + 3] = alpha
    }
  }
}

const resamplePlane = <T extends Uint8ClampedArray | Float32Array>(
  source: T,
  width: number,
  { across, down, left, columns }: Axes,
  out: T,
) => {
  const row = new Float32Array(columns)
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t++) {
      const weight = down.weights[y * down.count + t]
      if (weight === 0) continue
      const a = (down.starts[y] + t) * width + left
      for (let i = 0; i < columns; i++) row[i] += weight * source[a + i]
    }
    for (let x = 0; x < across.starts.length; x++) {
      let sum = 0
      let i = across.starts[x] - left
      const end = (x + 1) * across.count
      for (let t = x * across.count; t < end; t++, i++) sum += across.weights[t] * row[i]
      out[at++] = sum
    }
  }
}
