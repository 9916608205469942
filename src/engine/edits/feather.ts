import type { Box, Size } from '#base/geometry.ts'
import { blurBytes } from '#engine/composition/box-blur.ts'
import { copyPatch } from './alpha-patch.ts'

/** Standard deviations from which the blur runs on a copy of half and of a quarter of the size. */
const [halfSigma, quarterSigma] = [2, 6]
/** Up to this standard deviation a Gaussian is summed directly; box filters approximate a wider one. */
const exactSigma = 2

/**
 * The pixels of `box` after a Gaussian blur of `plane`, which covers `window` around it. Border values continue
 * outside. Overwrites `plane`. Smaller copies start at multiples of 2 or 4 pixels of the picture, so that adjacent
 * tiles agree.
 */
export function featherWindow(
  plane: Uint8ClampedArray,
  window: Box,
  sigma: number,
  box: Box,
): Uint8ClampedArray {
  if (sigma < halfSigma) {
    blurExactly(plane, window, sigma)
    const inWindow = { ...box, x: box.x - window.x, y: box.y - window.y }
    return copyPatch({ width: window.width, height: window.height, data: plane }, inWindow).data
  }
  const scale = sigma < quarterSigma ? 2 : 4
  let small = halve(plane, window)
  if (scale === 4) small = halve(small.data, small)
  const rest = Math.sqrt(sigma * sigma - resampledVariance(scale)) / scale
  if (rest <= exactSigma) blurExactly(small.data, small, rest)
  else blurBytes(small.data, { ...small, step: 1, outside: 'edge' }, rest)
  return enlarge(small, scale, box)
}

/** Variance added by averaging so many pixels and enlarging with a triangle. */
const resampledVariance = (scale: number): number => (scale * scale - 1) / 12 + (scale * scale) / 6

/** A smaller plane; x and y are its origin, in its pixels. */
type SmallPlane = Box & { readonly data: Uint8ClampedArray }

/** Means of 2 x 2 pixels that start at even ones. */
function halve(plane: Uint8ClampedArray, window: Box): SmallPlane {
  const x = window.x >> 1
  const y = window.y >> 1
  const width = ((window.x + window.width + 1) >> 1) - x
  const height = ((window.y + window.height + 1) >> 1) - y
  const data = new Uint8ClampedArray(width * height)
  const columns = new Int32Array(width * 2)
  for (let i = 0; i < columns.length; i++) columns[i] = clamped(x * 2 + i - window.x, window.width)
  for (let v = 0, at = 0; v < height; v++) {
    const above = clamped((y + v) * 2 - window.y, window.height) * window.width
    const below = clamped((y + v) * 2 + 1 - window.y, window.height) * window.width
    for (let i = 0; i < columns.length; i += 2, at++) {
      const [left, right] = [columns[i], columns[i + 1]]
      data[at] = (plane[above + left] + plane[above + right] + plane[below + left] + plane[below + right]) / 4
    }
  }
  return { x, y, width, height, data }
}

/** The pixels of a box, interpolated bilinearly from the smaller copy. */
function enlarge(small: SmallPlane, scale: number, box: Box): Uint8ClampedArray {
  const out = new Uint8ClampedArray(box.width * box.height)
  const { data, width } = small
  const before = new Int32Array(box.width)
  const after = new Int32Array(box.width)
  const shares = new Float32Array(box.width)
  for (let x = 0; x < box.width; x++) {
    const place = (box.x + x + 0.5) / scale - 0.5 - small.x
    const first = Math.floor(place)
    before[x] = clamped(first, width)
    after[x] = clamped(first + 1, width)
    shares[x] = place - first
  }
  const row = new Float32Array(width)
  for (let y = 0, at = 0; y < box.height; y++) {
    const place = (box.y + y + 0.5) / scale - 0.5 - small.y
    const first = Math.floor(place)
    const above = clamped(first, small.height) * width
    const below = clamped(first + 1, small.height) * width
    const share = place - first
    for (let i = 0; i < width; i++) row[i] = data[above + i] + (data[below + i] - data[above + i]) * share
    for (let x = 0; x < box.width; x++, at++) {
      const left = row[before[x]]
      out[at] = left + (row[after[x]] - left) * shares[x]
    }
  }
  return out
}

const clamped = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))

function blurExactly(plane: Uint8ClampedArray, { width, height }: Size, sigma: number): void {
  const radius = Math.ceil(3 * sigma)
  const terms = Array.from({ length: radius + 1 }, (_, i) => Math.exp(-(i ** 2) / (2 * sigma * sigma)))
  const total = terms.reduce((sum, term) => sum + 2 * term, -terms[0])
  const taps = Float32Array.from(terms, (term) => term / total)
  // A line with values beyond its ends, so that the loop needs no conditions.
  const line = new Float32Array(Math.max(width, height) + 2 * radius)
  const blurLines = (along: number, length: number, across: number, lines: number) => {
    for (let start = 0; start < lines * across; start += across) {
      for (let i = -radius; i < length + radius; i++) {
        line[i + radius] = plane[start + Math.min(length - 1, Math.max(0, i)) * along]
      }
      for (let i = 0; i < length; i++) {
        const middle = i + radius
        let sum = taps[0] * line[middle]
        for (let k = 1; k <= radius; k++) sum += taps[k] * (line[middle - k] + line[middle + k])
        plane[start + i * along] = sum
      }
    }
  }
  blurLines(1, width, width, height)
  blurLines(width, height, 1, width)
}
