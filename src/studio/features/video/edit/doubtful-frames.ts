import type { FrameRating } from '#contract/video-edits.ts'
import { maxDoubt } from '#contract/video-edits.ts'

/** The frame of most doubt of each stretch of frames that need a look, in the order of the clip. */
export function doubtfulFrames(ratings: readonly FrameRating[]): readonly FrameRating[] {
  const worst: FrameRating[] = []
  let isWithin = false
  for (const rating of ratings) {
    const isDoubtful = rating.doubt > maxDoubt
    const last = worst.at(-1)
    if (isDoubtful && !(isWithin && last)) worst.push(rating)
    else if (isDoubtful && last && rating.doubt > last.doubt) worst[worst.length - 1] = rating
    isWithin = isDoubtful
  }
  return worst
}

/** Which of the frames comes next after a moment, from the first one on again behind the last; null where there are none. */
export function nextFrameAfter(frames: readonly FrameRating[], seconds: number): number | null {
  if (frames.length === 0) return null
  return Math.max(
    0,
    frames.findIndex((frame) => frame.seconds > seconds),
  )
}
