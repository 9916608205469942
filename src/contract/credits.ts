import { limits } from './limits.ts'

/** What one successful image costs (Spec, Credits). */
export const creditsForImage = limits.credits.image

/** Containers store times as fractions, so 5 s may read as 5.0000001 s; nobody pays a second for that. */
const roundingSeconds = 1e-6

/** What a video costs: every begun second, at least one, whatever the options (Spec, Credits; D-37). */
export const creditsForVideo = (durationSeconds: number, averageFps: number): number => {
  const seconds = Math.max(1, Math.ceil(durationSeconds - roundingSeconds))
  const { videoSecond, fastVideoSecond, fastVideoFps } = limits.credits
  return seconds * (averageFps > fastVideoFps ? fastVideoSecond : videoSecond)
}
