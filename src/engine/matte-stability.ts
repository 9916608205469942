import type { AlphaMask8 } from './raster.ts'

/** Pixels of this distance in both directions are looked at: enough for a measure of a whole frame. */
const stride = 4
/**
 * A smaller subject counts as if it had this share of the frame, so that a few pixels of an empty frame matter little.
 */
const leastSubject = 0.005

/** How undecided an alpha of 0 to 255 is: 0 at either end, 1 in the middle. */
export const undecided = (alpha: number): number => 1 - Math.abs((2 * alpha) / 255 - 1)

/**
 * The share of the subject that a matte is uncertain about, 0 to 1: how far alpha is from 0 and 1, summed over all
 * pixels, to the area of the subject.
 */
export function matteUncertainty(matte: AlphaMask8): number {
  let uncertainty = 0
  forEachSample(matte, (at) => {
    uncertainty += undecided(matte.data[at])
  })
  return Math.min(1, uncertainty / subjectArea(matte))
}

/**
 * The share of the subject that flickers, 0 to 1: how far a matte is from the mean of those before and after it, to the
 * area of the subject. Steady motion, which adds on one side what it takes on the other, counts little.
 */
export function matteFlicker(before: AlphaMask8, matte: AlphaMask8, after: AlphaMask8): number {
  let change = 0
  forEachSample(matte, (at) => {
    change += Math.abs(2 * matte.data[at] - before.data[at] - after.data[at]) / 510
  })
  return Math.min(1, change / subjectArea(matte))
}

/** How far two mattes of a frame are from each other, 0 to 1, to the area of the subject of `matte`. */
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
