import type { FrameTimes } from './frame-times.ts'

export type FrameRate = {
  /** The average. */
  readonly fps: number
  readonly isVariable: boolean
  /** From the first frame's start to the last one's end. */
  readonly durationSeconds: number
}

/** Whole rates, and those of television in its former countries of 60 Hz. */
const commonRates: readonly number[] = [
  ...Array.from({ length: 240 }, (_, index) => index + 1),
  ...[15, 24, 30, 48, 60, 120].map((rate) => (rate * 1000) / 1001),
]

/** What nobody sees, and remuxing adds. */
const unseenSeconds = 0.0015

/**
 * The rate of frames on a clock of `clockHz` ticks a second. Where they come evenly but the clock is too coarse
 * to tell (WebM and MKV count in milliseconds), the common rate that explains every one of them.
 */
export const frameRateOf = ({ startsSeconds, durationSeconds }: FrameTimes, clockHz: number): FrameRate => {
  const count = startsSeconds.length
  const last = startsSeconds[count - 1] ?? 0
  const mean = count > 1 && last > 0 ? (count - 1) / last : 1 / Math.max(durationSeconds, 1 / clockHz)
  const allowed = Math.max(1.01 / clockHz, Math.min(unseenSeconds, 0.1 / mean))
  const explains = (rate: number) =>
    startsSeconds.every((start, index) => Math.abs(start - index / rate) <= allowed)

  // An evenly timed frame would be off by the length of a tick at most; so would the average of them all.
  const near = commonRates.filter((rate) => Math.abs(last - (count - 1) / rate) <= allowed)
  const common = near.sort((a, b) => Math.abs(a - mean) - Math.abs(b - mean)).find(explains)
  const rate = common ?? (explains(mean) ? mean : undefined)
  const lasting = durationSeconds - last
  if (rate === undefined) {
    return {
      fps: count / durationSeconds,
      isVariable: true,
      durationSeconds: inMicroseconds(durationSeconds),
    }
  }
  // The last frame lasts as long as the others, unless the container says that it stands.
  const isEven = lasting <= 1 / rate + 2 * allowed
  return {
    fps: isEven ? rate : count / durationSeconds,
    isVariable: !isEven,
    durationSeconds: inMicroseconds(isEven ? count / rate : durationSeconds),
  }
}

/** So that three seconds are not a hair more than three, which would cost a fourth. */
const inMicroseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e6
