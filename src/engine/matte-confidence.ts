import type { AlphaMaskF32, Raster } from './raster.ts'

/** How decided a matte is; both from 0 to 1 with at most 4 decimals (D-18). */
export type MatteConfidence = {
  /** Mean over all pixels of |2 * alpha - 1|: 1 = every pixel is wholly subject or wholly background. */
  readonly confidence: number
  /** Share of the pixels with 0.1 < alpha < 0.9. */
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

/**
 * How uncertain a network's matte is: its ambiguous pixels (alpha between 0.1 and 0.9) over the area of the subject
 * (alpha above one half), 0 or more. A sharp cut-out has few but along its outline; a network that does not know the
 * subject leaves haze. Infinite where next to no subject was found.
 */
export function matteUncertainty({ data }: AlphaMaskF32): number {
  let ambiguous = 0
  let subject = 0
  for (const alpha of data) {
    if (alpha > 0.1 && alpha < 0.9) ambiguous++
    if (alpha > 0.5) subject++
  }
  const share = subject / data.length
  return share < minSubjectShare ? Number.POSITIVE_INFINITY : ambiguous / data.length / (share + 0.01)
}

/** A subject of less than this share of the picture may be one that the network missed. */
const minSubjectShare = 0.002
