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

/** Frames that follow each other in the file, and the stamp that comes after them at the latest. */
export type Run = { readonly first: number; readonly end: number; readonly endStamp: number }

/** The frames from `first` up to and without `end`, in pieces that can be read in one go. */
export const runsIn = (
  { stamps, endStamp, splits }: FrameTimes,
  { first, end }: { readonly first: number; readonly end: number },
  clockHz: number,
): readonly Run[] => {
  const isSplit = new Set(splits)
  const inner = splits.filter((split) => split > first && split < end)
  const starts = first < end ? [...new Set([first, ...inner])] : []
  return starts.map((start, index) => {
    const until = starts[index + 1] ?? end
    return {
      first: start,
      end: until,
      endStamp: isSplit.has(until) ? stamps[until - 1] + 0.5 / clockHz : (stamps[until] ?? endStamp),
    }
  })
}

/** How long a frame is shown: until the next one, or the end. */
export const lastingOf = ({ startsSeconds, durationSeconds }: FrameTimes, position: number): number =>
  (startsSeconds[position + 1] ?? durationSeconds) - startsSeconds[position]
