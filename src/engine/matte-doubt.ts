import type { Matte } from './raster.ts'

/**
 * How doubtful a matte is: its ambiguous pixels (alpha between 0.1 and 0.9) over its subject's area
 * (alpha above one half), 0 or more. A sharp cut-out has little but its outline; a network that does not
 * know the subject leaves haze. Finding next to no subject is the greatest doubt.
 */
export function matteDoubt({ data }: Matte): number {
  let ambiguous = 0
  let subject = 0
  for (const alpha of data) {
    if (alpha > 0.1 && alpha < 0.9) ambiguous++
    if (alpha > 0.5) subject++
  }
  const share = subject / data.length
  return share < leastSubject ? Number.POSITIVE_INFINITY : ambiguous / data.length / (share + 0.01)
}

/** A subject below this share of the picture may be one that the network missed. */
const leastSubject = 0.002
