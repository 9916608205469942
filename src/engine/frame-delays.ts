/** How a moving picture counts time. */
export type FrameClock = {
  /** Ticks a second. */
  readonly clockHz: number
  /** Frames a second at most: browsers play faster ones more slowly than they say. */
  readonly maxFps: number
}

/** Assigns start times to the frames of a moving picture, in order of time. */
interface FrameDelays {
  /**
   * The start of a frame that begins at `seconds` and lasts `durationSeconds`, in ticks; null where it must be dropped.
   */
  startOf(seconds: number, durationSeconds: number): number | null
}

const minDelay = ({ clockHz, maxFps }: FrameClock): number => Math.floor(clockHz / maxFps)

/**
 * Rounds each start by itself, so that delays add up to the duration of the video. Frames that are faster than `maxFps`
 * are placed on a grid of that rate, and a frame whose place is taken is dropped, which drops them evenly (D-33).
 */
export const createFrameDelays = (fps: number, clock: FrameClock): FrameDelays => {
  const { clockHz, maxFps } = clock
  let last = Number.NEGATIVE_INFINITY
  const isFast = fps > maxFps * 1.01
  return {
    startOf(seconds, durationSeconds) {
      const place = isFast ? Math.round(seconds * maxFps) / maxFps : seconds
      const start = Math.round(place * clockHz)
      const end = Math.round((seconds + durationSeconds) * clockHz)
      const soonest = last + minDelay(clock)
      // On the grid the last frame could start where the video ends.
      if (isFast && start >= end) return null
      if (start >= soonest) last = start
      // With uneven frames one may come too early: it starts later, if it lasts long enough.
      else if (!isFast && end - soonest >= minDelay(clock)) last = soonest
      else return null
      return last
    },
  }
}

/** The delay of the last frame in ticks: until the end of the video. */
export const lastDelay = (start: number, endSeconds: number, clock: FrameClock): number =>
  Math.max(minDelay(clock), Math.round(endSeconds * clock.clockHz) - start)
