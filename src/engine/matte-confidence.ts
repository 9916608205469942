import type { Raster } from './raster.ts'

/** How decisive a matte is; both 0 to 1 with at most 4 decimals (D-18). */
export type MatteConfidence = {
  /** Mean over all pixels of |2 * alpha - 1|: 1 if every pixel is fully subject or background. */
  readonly confidence: number
  /** Share of pixels with 0.1 < alpha < 0.9. */
  readonly ambiguousRatio: number
}

/** Measures the alpha of a finished cut-out. */
export const matteConfidence = ({ data }: Raster): MatteConfidence => {
  const counts = new Float64Array(256)
  for (let i = 3; i < data.length; i += 4) counts[data[i]]++
  let decided = 0
  let ambiguous = 0
  for (let value = 0; value < 256; value++) {
    const alpha = value / 255
    decided += counts[value] * Math.abs(2 * alpha - 1)
    if (alpha > 0.1 && alpha < 0.9) ambiguous += counts[value]
  }
  const pixels = data.length / 4
  return { confidence: fourDecimals(decided / pixels), ambiguousRatio: fourDecimals(ambiguous / pixels) }
}

const fourDecimals = (ratio: number) => Math.round(ratio * 10_000) / 10_000
