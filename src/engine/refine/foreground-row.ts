import { type LinearTaps, linearTaps } from '#engine/resample/filter-taps.ts'
import { type ColorLayers, smoothness } from './estimate-foreground.ts'

/** By alpha: share of the subject, and step of the least-squares fit to a pixel's colour. */
const shares = Float64Array.from({ length: 256 }, (_, alpha) => alpha / 255)
const steps = shares.map((a) => a / (a * a + (1 - a) * (1 - a) + smoothness))

/** The position of a photo's pixels in colour layers estimated on a smaller copy of a part. */
export type LayerPlace = {
  readonly layers: ColorLayers
  /** Photo pixels per side of a layer pixel. */
  readonly cell: number
  /** Origin of the layers, in their pixels from the photo's top left. */
  readonly x: number
  readonly y: number
}

/** The layers along part of a photo row, with interpolation positions. */
export type ForegroundRow = {
  readonly place: LayerPlace
  readonly across: LinearTaps
  readonly down: LinearTaps
  /** Foreground and background per layer pixel, six numbers. */
  readonly line: Float32Array
}

export function createForegroundRow(place: LayerPlace): ForegroundRow {
  const { layers, cell } = place
  const across = linearTaps(layers.width * cell, layers.width)
  const down = linearTaps(layers.height * cell, layers.height)
  return { place, across, down, line: new Float32Array(layers.width * 6) }
}

/** Moves to `count` pixels of a photo row, from this x. */
export function goToRow(
  { place, across, down, line }: ForegroundRow,
  x: number,
  y: number,
  count: number,
): void {
  const { width, data } = place.layers
  const column = x - place.x * place.cell
  const row = y - place.y * place.cell
  const above = down.before[row] * width * 6
  const below = down.after[row] * width * 6
  const share = down.share[row]
  const end = (across.after[column + count - 1] + 1) * 6
  for (let i = across.before[column] * 6; i < end; i++)
    line[i] = data[above + i] + (data[below + i] - data[above + i]) * share
}

/**
 * The foreground colour of a pixel of the part, as in `estimateForeground`: R in the lowest byte, no alpha. `color` is
 * the photo's in the same form, `alpha` from 1 to 254.
 */
export function foregroundAt(
  { place, across, line }: ForegroundRow,
  x: number,
  color: number,
  alpha: number,
): number {
  const column = x - place.x * place.cell
  const before = across.before[column] * 6
  const after = across.after[column] * 6
  const share = across.share[column]
  const a = shares[alpha]
  const step = steps[alpha]
  let moved = 0
  for (let c = 0; c < 3; c++) {
    const front = line[before + c] + (line[after + c] - line[before + c]) * share
    const back = line[before + c + 3] + (line[after + c + 3] - line[before + c + 3]) * share
    const own = (color >>> (c * 8)) & 255
    const value = front + step * (own - a * front - (1 - a) * back) + 0.5
    moved |= Math.max(0, Math.min(255, value)) << (c * 8)
  }
  return moved
}
