import type { FrameRating } from '#contract/video-edits.ts'
import { maxUncertainty } from '#contract/video-edits.ts'

/** The most uncertain frame of each stretch of frames that need a check, in the order of the clip. */
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

/** The next of the frames after a time, wrapping around at the end; null if there are none. */
export function nextFrameAfter(frames: readonly FrameRating[], seconds: number): number | null {
  if (frames.length === 0) return null
  return Math.max(
    0,
    frames.findIndex((frame) => frame.seconds > seconds),
  )
}

/** A part of a clip, from 0 to 1 of its length, whose frames have the same mark: 1 if they need a check. */
type DoubtStretch = { readonly from: number; readonly to: number; readonly mark: number }

/** The parts of a clip marked as uncertain, or, more faintly, as less certain or less stable than others. */
export function doubtStretches(
  ratings: readonly FrameRating[],
  durationSeconds: number,
): readonly DoubtStretch[] {
  const stretches: DoubtStretch[] = []
  for (const [at, rating] of ratings.entries()) {
    const mark = markOf(rating)
    const to = Math.min(1, (ratings[at + 1]?.seconds ?? durationSeconds) / durationSeconds)
    const from = rating.seconds / durationSeconds
    const last = stretches.at(-1)
    if (last && last.mark === mark) stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ from, to, mark })
  }
  return stretches.filter(({ mark }) => mark > 0)
}

const markOf = ({ uncertainty, flicker }: FrameRating): number => {
  if (uncertainty > maxUncertainty) return 1
  const share = Math.min(1, Math.max(uncertainty, flicker) / maxUncertainty)
  return share < 1 / 2 ? 0 : share < 3 / 4 ? 0.2 : 0.4
}
