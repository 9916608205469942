import type { TimeRange } from './frame.ts'
import type { FrameTimes } from './frame-times.ts'

/** Times are sums and differences of fractions; no two frames are so near. */
const sameSeconds = 1e-6

/** The frames of a range, as positions: from `first` up to and without `end`. */
export const framesIn = (
  { startsSeconds }: FrameTimes,
  range: TimeRange | undefined,
): { readonly first: number; readonly end: number } => {
  const positionOf = (seconds: number) => {
    const found = startsSeconds.findIndex((start) => start >= seconds - sameSeconds)
    return found < 0 ? startsSeconds.length : found
  }
  return range
    ? { first: positionOf(range.fromSeconds), end: positionOf(range.toSeconds) }
    : { first: 0, end: startsSeconds.length }
}

/** How long a frame is shown: until the next one, or the end. */
export const lastingOf = ({ startsSeconds, durationSeconds }: FrameTimes, position: number): number =>
  (startsSeconds[position + 1] ?? durationSeconds) - startsSeconds[position]
