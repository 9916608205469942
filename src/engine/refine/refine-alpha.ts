import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { type LinearTaps, linearTaps } from '#engine/resample/filter-taps.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { type ColorLines, fitColorLines } from './guided-filter.ts'

/** Most pixels of the copy on which a photo is fitted. */
const photoPixels = 250_000
/** The radius of the filter's window, as a share of the side of a square of equal area. */
const radiusShare = 0.012

/**
 * The matte at the size of the photo, following the photo's edges: a fast guided filter (He & Sun 2015,
 * arXiv:1505.00996), whose linear coefficients are fitted on a small copy and applied to the full picture. `matte`
 * covers the whole photo at any size and aspect. `fitPixels` bounds the copy, which takes most of the time. Where
 * `raster` is transparent the result means nothing; the caller limits it to its alpha.
 */
export function refineAlpha(raster: Raster, matte: AlphaMaskF32, fitPixels = photoPixels): AlphaMask8 {
  return alphaIn(raster, fitWhole(raster, matte, fitPixels), wholeBox(raster))
}

/** The same matte in floats, for files of 16 bits: rounded to 8 bits it is that of `refineAlpha`. */
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

/**
 * A matte that was fitted to the colours of a small copy, from which alpha of the full picture is made part by part.
 */
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

/** Most distance from 0 or 1 at which a pixel of the small copy counts as settled. */
const settled = 0.02
const open = 2

/** For each pixel of the small copy: 0 or 1 where it and its eight neighbours are all settled at that, else `open`. */
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
 * Alpha of `part` of a picture, which lies in the `window` that the small copy shows, all on whole pixels: interpolates
 * the coefficients between the copy's pixel centres and applies them to the picture.
 */
export function alphaIn(picture: Raster, fitted: FittedAlpha, window: Box, part: Box = window): AlphaMask8 {
  const alpha = new Uint8ClampedArray(part.width * part.height)
  applyLines(picture, fitted, window, part, alpha, 255)
  return { width: part.width, height: part.height, data: alpha }
}

/** Does so into `alpha`, in which `most` is opaque. */
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

/** For each column of the small copy the first source column that is nearest to it; at the end the source's width. */
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

/** Moves alpha below `gone` to 0 and above 1 - `gone` to 1, stretches what lies up to `kept`, and keeps the rest. */
function settle(alpha: number): number {
  const low = Math.min(alpha, 1 - alpha)
  if (low >= kept) return alpha
  const moved = Math.max(0, (low - gone) * (kept / (kept - gone)))
  return alpha < 0.5 ? moved : 1 - moved
}

const gone = 0.04
const kept = 0.15
