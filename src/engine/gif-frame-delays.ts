import { videoFormats } from '#contract/output-formats.ts'

/** Hundredths of a second, the time unit of GIF. */
type Centiseconds = number

/** The limit of GIF output (Spec, Limits); browsers play delays below 2 at a slower rate. */
const { maxFps } = videoFormats.gif
const minDelay: Centiseconds = 100 / maxFps

/** Assigns start times to the frames of a GIF, in order of time. */
interface FrameDelays {
  /** The start of a frame that begins at `seconds` and lasts `durationSeconds`; null where it must be dropped. */
  startOf(seconds: number, durationSeconds: number): Centiseconds | null
}

/**
 * Rounds each start by itself, so that delays add up to the duration of the video. Frames faster than 50 a second are
 * placed on a grid of 20 ms, and a frame whose place is taken is dropped, which drops them evenly (D-33).
 */
export const createFrameDelays = (fps: number): FrameDelays => {
  let last: Centiseconds = Number.NEGATIVE_INFINITY
  const isFast = fps > maxFps * 1.01
  return {
    startOf(seconds, durationSeconds) {
      const start = isFast ? Math.round(seconds * maxFps) * minDelay : Math.round(seconds * 100)
      const end = Math.round((seconds + durationSeconds) * 100)
      const soonest = last + minDelay
      // On the grid the last frame could start where the video ends.
      if (isFast && start >= end) return null
      if (start >= soonest) last = start
      // With uneven frames one may come too early: it starts later, if it lasts long enough.
      else if (!isFast && end - soonest >= minDelay) last = soonest
      else return null
      return last
    },
  }
}

/** The delay of the last frame: until the end of the video. */
export const lastDelay = (start: Centiseconds, endSeconds: number): Centiseconds =>
  Math.max(minDelay, Math.round(endSeconds * 100) - start)
