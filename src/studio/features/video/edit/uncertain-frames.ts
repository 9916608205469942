import type { FrameRating } from '#contract/video-edits.ts'
import { maxUncertainty } from '#contract/video-edits.ts'

/** The frame of most uncertainty of each stretch of frames that need a look, in the order of the clip. */
export function uncertainFrames(ratings: readonly FrameRating[]): readonly FrameRating[] {
  const worst: FrameRating[] = []
  let isWithin = false
  for (const rating of ratings) {
    const isUncertain = rating.uncertainty > maxUncertainty
    const last = worst.at(-1)
    if (isUncertain && !(isWithin && last)) worst.push(rating)
    else if (isUncertain && last && rating.uncertainty > last.uncertainty) worst[worst.length - 1] = rating
    isWithin = isUncertain
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
