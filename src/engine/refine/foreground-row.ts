import { type LinearTaps, linearTaps } from '#engine/resample/filter-taps.ts'
import { type ColorLayers, smoothness } from './estimate-foreground.ts'

/** Share of the subject by alpha, and how far a pixel moves by least squares towards its own colour. */
const shares = Float64Array.from({ length: 256 }, (_, alpha) => alpha / 255)
const steps = shares.map((a) => a / (a * a + (1 - a) * (1 - a) + smoothness))

/** Where pixels of a photo lie in layers that were estimated on a smaller copy of a part of it. */
export type LayerPlace = {
  readonly layers: ColorLayers
  /** How many pixels of the photo one of the layers' stands for on each side. */
  readonly cell: number
  /** Where the layers begin, in their pixels from the top left of the photo. */
  readonly x: number
  readonly y: number
}

/** The layers along a part of a row of the photo, and where each of its pixels lies in them. */
export type ForegroundRow = {
  readonly place: LayerPlace
  readonly across: LinearTaps
  readonly down: LinearTaps
  /** Foreground and background of each pixel of the layers, six numbers. */
  readonly line: Float32Array
}

export function createForegroundRow(place: LayerPlace): ForegroundRow {
  const { layers, cell } = place
  const across = linearTaps(layers.width * cell, layers.width)
  const down = linearTaps(layers.height * cell, layers.height)
  return { place, across, down, line: new Float32Array(layers.width * 6) }
}

/** Moves on to so many pixels of the photo's row, from this x on. */
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
 * The foreground colour of the pixel at this x of that part, as `estimateForeground` finds it: R in the lowest byte, no
 * alpha. `color` is the photo's in the same form, `alpha` from 1 to 254.
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
