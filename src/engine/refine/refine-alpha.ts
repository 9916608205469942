import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { type LinearTaps, linearTaps } from '#engine/resample/filter-taps.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { type ColorLines, fitColorLines } from './guided-filter.ts'

/** Pixels of the copy on which a photo is fitted. */
const photoPixels = 250_000
/** Window radius, relative to the side of a square of equal area. */
const radiusShare = 0.012

/**
 * The matte at the photo's size, aligned with its edges: a fast guided filter (He & Sun 2015, arXiv:1505.00996), whose
 * coefficients are fitted on a small copy and applied to the full picture. `matte` covers the whole photo at any size
 * and aspect. `fitPixels` limits the copy, which takes most of the time. Where `raster` is transparent the result is
 * undefined; the caller limits it to its alpha.
 */
export function refineAlpha(raster: Raster, matte: AlphaMaskF32, fitPixels = photoPixels): AlphaMask8 {
  return alphaIn(raster, fitWhole(raster, matte, fitPixels), wholeBox(raster))
}

/** `refineAlpha` in floats, for 16-bit files: rounded to 8 bits it is the same. */
export function refineAlphaFinely(
  raster: Raster,
  matte: AlphaMaskF32,
  fitPixels = photoPixels,
): AlphaMaskF32 {
  const { width, height } = raster
  const whole = wholeBox(raster)
  const data = new Float32Array(width * height)
  applyLines(raster, fitWhole(raster, matte, fitPixels), whole, whole, data, 1)
  return { width, height, data }
}

const fitWhole = (raster: Raster, matte: AlphaMaskF32, fitPixels: number): FittedAlpha => {
  const size = fitSize(raster, fitPixels)
  const guide =
    size.width === raster.width && size.height === raster.height ? raster : resizeRaster(raster, size)
  return fitAlpha(guide, resizePlane(matte, size))
}

/** A matte fitted to a small copy's colours, from which full-size alpha is made in parts. */
type FittedAlpha = { readonly lines: ColorLines; readonly closed: Uint8Array }

/** Fits a matte to a small copy of its size; `alphaIn` applies the fit. */
export function fitAlpha(guide: Raster, matte: AlphaMaskF32): FittedAlpha {
  const radius = Math.max(1, Math.round(radiusShare * Math.sqrt(guide.width * guide.height)))
  const lines = fitColorLines(guide, matte, radius)
  return { lines, closed: closedPixels(guide, matte, lines) }
}

const fitSize = ({ width, height }: Size, fitPixels: number): Size => {
  const scale = Math.min(1, Math.sqrt(fitPixels / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Distance from 0 or 1 within which a pixel of the small copy is settled. */
const settled = 0.02
const open = 2

/** Per pixel of the small copy: 0 or 1 if it and its eight neighbours are settled at that, else `open`. */
function closedPixels({ width, height, data }: Raster, matte: AlphaMaskF32, lines: ColorLines): Uint8Array {
  const states = new Uint8Array(width * height)
  for (let i = 0; i < states.length; i++) {
    const at = i * 4
    const fitted =
      (lines.data[at] * data[at] + lines.data[at + 1] * data[at + 1] + lines.data[at + 2] * data[at + 2]) /
        255 +
      lines.data[at + 3]
    const low = Math.min(fitted, matte.data[i])
    const high = Math.max(fitted, matte.data[i])
    states[i] = high < settled ? 0 : low > 1 - settled ? 1 : open
  }
  const closed = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const state = states[y * width + x]
      let same = state
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          if (states[v * width + u] !== state) same = open
        }
      }
      closed[y * width + x] = same
    }
  }
  return closed
}

/**
 * Alpha of `part` of a picture, within the `window` that the small copy shows, on whole pixels: applies the
 * interpolated coefficients to the picture.
 */
export function alphaIn(picture: Raster, fitted: FittedAlpha, window: Box, part: Box = window): AlphaMask8 {
  const alpha = new Uint8ClampedArray(part.width * part.height)
  applyLines(picture, fitted, window, part, alpha, 255)
  return { width: part.width, height: part.height, data: alpha }
}

/** Writes into `alpha`, of which `most` is opaque. */
function applyLines(
  picture: Raster,
  { lines, closed }: FittedAlpha,
  window: Box,
  part: Box,
  alpha: Uint8ClampedArray | Float32Array,
  most: number,
): void {
  const row = new Float32Array(lines.width * 4)
  const across = linearTaps(window.width, lines.width)
  const down = linearTaps(window.height, lines.height)
  const starts = startsOfNearest(across, lines.width)
  const [left, top] = [part.x - window.x, part.y - window.y]
  const right = left + part.width
  for (let y = top; y < top + part.height; y++) {
    const above = down.before[y] * lines.width
    const below = down.after[y] * lines.width
    const v = down.share[y]
    const nearest = v < 0.5 ? above : below
    const source = (window.y + y) * picture.width + window.x
    const into = (y - top) * part.width - left
    let isRowMade = false
    for (let column = 0, next = 0; column < lines.width; column = next) {
      const state = closed[nearest + column]
      for (next = column + 1; next < lines.width && closed[nearest + next] === state; ) next++
      const [from, until] = [Math.max(left, starts[column]), Math.min(right, starts[next])]
      if (from >= until) continue
      if (state !== open) {
        alpha.fill(state * most, into + from, into + until)
        continue
      }
      if (!isRowMade) mixRows(lines.data, above * 4, below * 4, v, row)
      isRowMade = true
      applyRow(row, across, picture.data, alpha, { source, into, from, until, most })
    }
  }
}

/** For each column of the small copy, the first source column nearest to it; finally the source's width. */
function startsOfNearest({ before, after, share }: LinearTaps, columns: number): Int32Array {
  const starts = new Int32Array(columns + 1)
  for (let x = 0, column = 0; x < share.length; x++) {
    const nearest = share[x] < 0.5 ? before[x] : after[x]
    while (column < nearest) starts[++column] = x
  }
  starts[columns] = share.length
  return starts
}

function mixRows(lines: Float32Array, above: number, below: number, v: number, row: Float32Array): void {
  for (let i = 0; i < row.length; i++) row[i] = lines[above + i] * (1 - v) + lines[below + i] * v
}

function applyRow(
  row: Float32Array,
  { before, after, share }: LinearTaps,
  data: Uint8ClampedArray,
  alpha: Uint8ClampedArray | Float32Array,
  {
    source,
    into,
    from,
    until,
    most,
  }: { source: number; into: number; from: number; until: number; most: number },
): void {
  for (let x = from, at = source + from; x < until; x++, at++) {
    const u = share[x]
    const l = before[x] * 4
    const r = after[x] * 4
    const red = row[l] + (row[r] - row[l]) * u
    const green = row[l + 1] + (row[r + 1] - row[l + 1]) * u
    const blue = row[l + 2] + (row[r + 2] - row[l + 2]) * u
    const offset = row[l + 3] + (row[r + 3] - row[l + 3]) * u
    const fitted = (red * data[at * 4] + green * data[at * 4 + 1] + blue * data[at * 4 + 2]) / 255 + offset
    alpha[into + x] = most * settle(fitted)
  }
}

/** Sets alpha below `gone` to 0 and above 1 - `gone` to 1, stretches values up to `kept`, and keeps the rest. */
function settle(alpha: number): number {
  const low = Math.min(alpha, 1 - alpha)
  if (low >= kept) return alpha
  const moved = Math.max(0, (low - gone) * (kept / (kept - gone)))
  return alpha < 0.5 ? moved : 1 - moved
}

const gone = 0.04
const kept = 0.15
