import type { Size } from '#base/geometry.ts'

/** A plane of one byte per pixel, rows from the top. */
type BytePlane = Size & { readonly data: Uint8ClampedArray }

/**
 * The exact Euclidean distance of each pixel to the nearest value of at least `inside`, in pixels; values of `reach` or
 * more mean beyond `reach` (Felzenszwalb & Huttenlocher, _Distance Transforms of Sampled Functions_, 2012).
 */
export const distanceTransform = (plane: BytePlane, inside: number, reach: number): Float32Array => {
  const { width } = plane
  const columns = distancesDown(plane, inside, reach)
  const out = new Float32Array(plane.data.length)
  const envelope = {
    at: new Int32Array(width),
    height: new Float64Array(width),
    from: new Float64Array(width + 1),
  }
  for (let start = 0; start < out.length; start += width)
    measureRow(columns.subarray(start, start + width), out, start, reach, envelope)
  return out
}

/** Distances to the shape within a column; `reach + 1` if further. */
const distancesDown = ({ width, height, data }: BytePlane, inside: number, reach: number): Uint16Array => {
  const far = reach + 1
  const distances = new Uint16Array(width * height)
  for (let i = 0; i < distances.length; i++) {
    const above = i < width ? far : (distances[i - width] ?? far) + 1
    distances[i] = (data[i] ?? 0) >= inside ? 0 : Math.min(far, above)
  }
  for (let i = distances.length - width - 1; i >= 0; i--) {
    const below = (distances[i + width] ?? far) + 1
    if (below < (distances[i] ?? far)) distances[i] = below
  }
  return distances
}

/** The lower envelope of parabolas, each with its vertex at a column and the square of its distance. */
type Envelope = {
  readonly at: Int32Array
  readonly height: Float64Array
  /** Where each parabola becomes the lowest. */
  readonly from: Float64Array
}

const measureRow = (
  row: Uint16Array,
  out: Float32Array,
  start: number,
  reach: number,
  { at, height, from }: Envelope,
): void => {
  let last = -1
  for (let x = 0; x < row.length; x++) {
    const own = row[x] ?? 0
    if (own > reach) continue
    const rest = own * own
    let meeting = Number.NEGATIVE_INFINITY
    while (last >= 0) {
      const before = at[last] ?? 0
      meeting = (rest - (height[last] ?? 0) + x * x - before * before) / (2 * (x - before))
      if (meeting > (from[last] ?? 0)) break
      last--
      meeting = Number.NEGATIVE_INFINITY
    }
    last++
    at[last] = x
    height[last] = rest
    from[last] = meeting
  }
  if (last < 0) {
    out.fill(reach + 1, start, start + row.length)
    return
  }
  from[last + 1] = Number.POSITIVE_INFINITY
  for (let x = 0, lowest = 0; x < row.length; x++) {
    while ((from[lowest + 1] ?? 0) < x) lowest++
    const across = x - (at[lowest] ?? 0)
    out[start + x] = row[x] === 0 ? 0 : Math.sqrt(across * across + (height[lowest] ?? 0))
  }
}
