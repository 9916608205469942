import type { AlphaMask8 } from '#engine/raster.ts'

/** From this alpha on a pixel belongs to the shape that is outlined. */
const inside = 128

/**
 * The alpha of a shape that is grown by `width` pixels: 255 up to that distance from the shape, 0 from one pixel
 * further on. By the exact Euclidean distance to the nearest pixel that is at least half opaque (Felzenszwalb &
 * Huttenlocher, _Distance Transforms of Sampled Functions_, 2012).
 */
export const growShape = (shape: AlphaMask8, width: number): AlphaMask8 => {
  const reach = Math.ceil(width) + 1
  const columns = distancesDown(shape, reach)
  const data = new Uint8ClampedArray(shape.data.length)
  const envelope = {
    at: new Int32Array(shape.width),
    height: new Float64Array(shape.width),
    from: new Float64Array(shape.width + 1),
  }
  for (let y = 0; y < shape.height; y++) {
    const start = y * shape.width
    growRow(columns.subarray(start, start + shape.width), data, start, width, reach, envelope)
  }
  return { width: shape.width, height: shape.height, data }
}

/** The distance to the shape within the column; `reach + 1` where it is further. */
const distancesDown = ({ width, height, data }: AlphaMask8, reach: number): Uint16Array => {
  const far = reach + 1
  const distances = new Uint16Array(width * height)
  for (let i = 0; i < distances.length; i++) {
    const above = i < width ? far : distances[i - width] + 1
    distances[i] = data[i] >= inside ? 0 : Math.min(far, above)
  }
  for (let i = distances.length - width - 1; i >= 0; i--) {
    const below = distances[i + width] + 1
    if (below < distances[i]) distances[i] = below
  }
  return distances
}

/** The lower envelope of parabolas: each rests at a column, at the square of its distance. */
type Envelope = {
  readonly at: Int32Array
  readonly height: Float64Array
  /** Where each parabola begins to be the lowest. */
  readonly from: Float64Array
}

const growRow = (
  row: Uint16Array,
  out: Uint8ClampedArray,
  start: number,
  width: number,
  reach: number,
  { at, height, from }: Envelope,
): void => {
  let last = -1
  for (let x = 0; x < row.length; x++) {
    if (row[x] > reach) continue
    const rest = row[x] * row[x]
    let meeting = Number.NEGATIVE_INFINITY
    while (last >= 0) {
      meeting = (rest - height[last] + x * x - at[last] * at[last]) / (2 * (x - at[last]))
      if (meeting > from[last]) break
      last--
      meeting = Number.NEGATIVE_INFINITY
    }
    last++
    at[last] = x
    height[last] = rest
    from[last] = meeting
  }
  if (last < 0) return
  from[last + 1] = Number.POSITIVE_INFINITY
  for (let x = 0, lowest = 0; x < row.length; x++) {
    if (row[x] === 0) {
      out[start + x] = 255
      continue
    }
    while (from[lowest + 1] < x) lowest++
    const across = x - at[lowest]
    out[start + x] = (width + 1 - Math.sqrt(across * across + height[lowest])) * 255
  }
}
