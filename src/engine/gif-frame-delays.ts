import { videoFormats } from '#contract/output-formats.ts'

/** A time in hundredths of a second, GIF's clock. */
type Centiseconds = number

/** GIF's limit here (Spec, Limits); a delay below 2 is not kept by browsers. */
const { maxFps } = videoFormats.gif
const minDelay: Centiseconds = 100 / maxFps

/** Gives frames their starts on GIF's clock, in order of time. */
export interface FrameDelays {
  /** The start of a frame that begins at `seconds` and lasts `durationSeconds`; null where it is dropped. */
  startOf(seconds: number, durationSeconds: number): Centiseconds | null
}

/**
 * Starts are rounded one by one, so that delays add up to the video's own time. Where frames come faster than
 * 50 a second they are put on a grid of 20 ms, and what meets a place that is taken is dropped: evenly (D-33).
 */
export const createFrameDelays = (fps: number): FrameDelays => {
  let last: Centiseconds = Number.NEGATIVE_INFINITY
  const isFast = fps > maxFps * 1.01
  return {
    startOf(seconds, durationSeconds) {
      const start = isFast ? Math.round(seconds * maxFps) * minDelay : Math.round(seconds * 100)
      const end = Math.round((seconds + durationSeconds) * 100)
      const soonest = last + minDelay
      // Moved to the grid, the very last could start where the video ends.
      if (isFast && start >= end) return null
      if (start >= soonest) last = start
      // A frame that is a little early among uneven ones waits, if enough of it is left then.
      else if (!isFast && end - soonest >= minDelay) last = soonest
      else return null
      return last
    },
  }
}

/** What is left for the last frame. */
export const lastDelay = (start: Centiseconds, endSeconds: number): Centiseconds =>
  Math.max(minDelay, Math.round(endSeconds * 100) - start)
