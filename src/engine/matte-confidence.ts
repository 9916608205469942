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
 * How undecided a network's matte is: the mean over the picture of 1 - |2 * alpha - 1|, from 0 to 1. Where a network
 * does not know the subject it leaves haze, and a pass at a larger size changes that most. The haze counts by its own
 * area: a small subject is not in more doubt than a large one. Infinite where next to no subject was found.
 */
export function matteUncertainty({ data }: AlphaMaskF32): number {
  let undecided = 0
  let subject = 0
  for (const alpha of data) {
    undecided += 1 - Math.abs(2 * alpha - 1)
    if (alpha > 0.5) subject++
  }
  return subject / data.length < minSubjectShare ? Number.POSITIVE_INFINITY : undecided / data.length
}

/** A subject of less than this share of the picture may be one that the network missed. */
const minSubjectShare = 0.002
