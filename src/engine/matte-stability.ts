import type { AlphaMask8 } from './raster.ts'

/** Sampling distance in both directions: enough to measure a whole frame. */
const stride = 4
/** Smallest share of the frame used for a subject's area, so that a few pixels of an empty frame matter little. */
const leastSubject = 0.005

/** The undecidedness of an alpha of 0 to 255: 0 at either end, 1 in the middle. */
export const undecided = (alpha: number): number => 1 - Math.abs((2 * alpha) / 255 - 1)

/**
 * The uncertain share of the subject, 0 to 1: distance of alpha from 0 and 1, summed over all pixels, relative to the
 * subject's area.
 */
export function matteUncertainty(matte: AlphaMask8): number {
  let uncertainty = 0
  forEachSample(matte, (at) => {
    uncertainty += undecided(matte.data[at])
  })
  return Math.min(1, uncertainty / subjectArea(matte))
}

/**
 * The flickering share of the subject, 0 to 1: difference of a matte to the mean of its neighbours in time, relative to
 * the subject's area. Steady motion, which adds on one side what it removes on the other, counts little.
 */
export function matteFlicker(before: AlphaMask8, matte: AlphaMask8, after: AlphaMask8): number {
  let change = 0
  forEachSample(matte, (at) => {
    change += Math.abs(2 * matte.data[at] - before.data[at] - after.data[at]) / 510
  })
  return Math.min(1, change / subjectArea(matte))
}

/** The difference of two mattes of a frame, 0 to 1, relative to the subject's area in `matte`. */
export function matteDifference(matte: AlphaMask8, other: AlphaMask8): number {
  let difference = 0
  forEachSample(matte, (at) => {
    difference += Math.abs(matte.data[at] - other.data[at]) / 255
  })
  return Math.min(1, difference / subjectArea(matte))
}

function subjectArea(matte: AlphaMask8): number {
  let area = 0
  let pixels = 0
  forEachSample(matte, (at) => {
    area += matte.data[at] / 255
    pixels++
  })
  return Math.max(area, leastSubject * pixels)
}

function forEachSample({ width, height }: AlphaMask8, visit: (at: number) => void): void {
  for (let y = 0; y < height; y += stride) for (let x = 0; x < width; x += stride) visit(y * width + x)
}
