/** The time unit of a moving picture. */
export type FrameClock = {
  /** Ticks per second. */
  readonly clockHz: number
  /** Maximum of frames per second: browsers play faster ones more slowly. */
  readonly maxFps: number
}

/** Assigns start times to the frames of a moving picture, in chronological order. */
interface FrameDelays {
  /** The start of a frame in ticks; null if it must be dropped. */
  startOf(seconds: number, durationSeconds: number): number | null
}

const minDelay = ({ clockHz, maxFps }: FrameClock): number => Math.floor(clockHz / maxFps)

/**
 * Rounds each start separately, so that delays add up to the duration. Frames faster than `maxFps` are placed on a grid
 * of that rate, and dropped if their place is taken, which drops them evenly (D-33).
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
      // On the grid the last frame could start at the video's end.
      if (isFast && start >= end) return null
      if (start >= soonest) last = start
      // An uneven frame that comes too early starts later, if it lasts long enough.
      else if (!isFast && end - soonest >= minDelay(clock)) last = soonest
      else return null
      return last
    },
  }
}

/** The delay of the last frame in ticks, until the video's end. */
export const lastDelay = (start: number, endSeconds: number, clock: FrameClock): number =>
  Math.max(minDelay(clock), Math.round(endSeconds * clock.clockHz) - start)
