import type { TimeRange } from '#codecs/video/frame.ts'

/** The time of a packet in seconds on the container's clock; an edit list may shift it below 0. */
export type PacketTime = {
  readonly timestamp: number
  readonly duration: number
  /** Whether decoding may start here. */
  readonly isKey?: boolean
}

/** The display times of frames in seconds. */
export type FrameTimes = {
  /** The start of the first frame on the container's clock; the sound is aligned with it. */
  readonly startSeconds: number
  /** The timestamp of each frame on the container's clock, in display order. */
  readonly timestamps: Float64Array
  /** Frames from this timestamp on are in the file and not shown. */
  readonly endTimestamp: number
  /** Positions of frames that do not follow their predecessor in the file; empty if all do. */
  readonly segmentStarts: readonly number[]
  /** The timestamps at which decoding may start. */
  readonly keyTimestamps: Float64Array
  /** The start of each frame, counted from the first frame. */
  readonly startsSeconds: Float64Array
  /** The end of the last frame, counted from the first frame's start. */
  readonly durationSeconds: number
}

/** Seconds by which the end of an edit list may be off. */
const editToleranceSeconds = 0.001

/**
 * Computes the shown frames from packets in any order. Packets before 0 are only decoded, except a frame that lasts
 * beyond 0, which then starts the video. A frame lasts until the next one, whatever duration the container stores.
 * Frames from `endSeconds` on are not shown, with a tolerance of a millisecond. `clockHz` is ticks a second of the
 * container's clock. Null where no frame is shown.
 */
export const toFrameTimes = (
  packets: readonly PacketTime[],
  clockHz: number,
  endSeconds = Number.POSITIVE_INFINITY,
): FrameTimes | null => {
  const tick = 1 / clockHz
  const endTimestamp = endSeconds - editToleranceSeconds
  const sorted = packets
    .filter(({ timestamp }) => timestamp < endTimestamp)
    .sort((a, b) => a.timestamp - b.timestamp)
  const usual = medianStep(sorted)
  const lastOf = sorted.at(-1)
  const first = sorted.findIndex((_, index) => endOf(sorted, index, usual) > tick / 2)
  const opening = sorted[first]
  if (!lastOf || !opening) return null

  const shown = sorted.slice(first)
  const startSeconds = Math.max(0, opening.timestamp)
  const lastEnd = endOf(sorted, sorted.length - 1, usual)
  const isCut = sorted.length < packets.length || lastEnd > endSeconds + editToleranceSeconds
  return {
    startSeconds,
    timestamps: Float64Array.from(shown, ({ timestamp }) => timestamp),
    endTimestamp,
    segmentStarts: [],
    keyTimestamps: Float64Array.from(
      sorted.filter(({ isKey }) => isKey),
      ({ timestamp }) => timestamp,
    ),
    startsSeconds: Float64Array.from(shown, ({ timestamp }) => Math.max(0, timestamp - startSeconds)),
    durationSeconds: (isCut ? Math.min(lastEnd, endSeconds) : lastEnd) - startSeconds,
  }
}

const endOf = (sorted: readonly PacketTime[], index: number, usual: number): number => {
  const packet = sorted[index]
  if (!packet) return 0
  return sorted[index + 1]?.timestamp ?? packet.timestamp + (packet.duration > 0 ? packet.duration : usual)
}

/** The median step between frames, in seconds: the duration of a last frame whose container stores none. */
const medianStep = (sorted: readonly PacketTime[]): number => {
  const steps = sorted.slice(1).map(({ timestamp }, index) => timestamp - (sorted[index]?.timestamp ?? 0))
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0.04
}

/**
 * The most packets that a video may list. Two hours at 60 frames a second have 432,000; a file that lists more is
 * refused before it blocks all other work.
 */
export const maxPackets = 500_000

/** Seconds; no two frames are so close, and sums of fractions differ by less. */
const sameSeconds = 1e-6

/** The positions of the frames in a range: from `first` up to, not including, `end`. */
export const framesInRange = (
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

/** Frames that follow each other in the file, and a timestamp after the last of them. */
export type FrameRun = { readonly first: number; readonly end: number; readonly endTimestamp: number }

/** Splits the frames from `first` up to `end` into runs that can be read without seeking. */
export const contiguousRuns = (
  { timestamps, endTimestamp, segmentStarts }: FrameTimes,
  { first, end }: { readonly first: number; readonly end: number },
  clockHz: number,
): readonly FrameRun[] => {
  const isSplit = new Set(segmentStarts)
  const inner = segmentStarts.filter((split) => split > first && split < end)
  const starts = first < end ? [...new Set([first, ...inner])] : []
  return starts.map((start, index) => {
    const until = starts[index + 1] ?? end
    return {
      first: start,
      end: until,
      endTimestamp: isSplit.has(until)
        ? timestamps[until - 1] + 0.5 / clockHz
        : (timestamps[until] ?? endTimestamp),
    }
  })
}

/** The seconds that a frame is shown: until the next one, or the end. */
export const frameDuration = ({ startsSeconds, durationSeconds }: FrameTimes, position: number): number =>
  (startsSeconds[position + 1] ?? durationSeconds) - startsSeconds[position]

/** The display times of the fields of each frame: the second one starts at half of the frame's time. */
export const fieldTimes = (times: FrameTimes): FrameTimes => {
  const halved = (starts: Float64Array) =>
    Float64Array.from({ length: starts.length * 2 }, (_, field) => {
      const position = field >> 1
      return starts[position] + (field % 2) * (frameDuration(times, position) / 2)
    })
  return {
    ...times,
    timestamps: halved(times.timestamps),
    startsSeconds: halved(times.startsSeconds),
    segmentStarts: times.segmentStarts.map((position) => position * 2),
  }
}

type FrameRate = {
  /** Frames a second on average. */
  readonly fps: number
  readonly isVariable: boolean
  /** For uneven frames, the rate that has a place for each of them, with gaps. */
  readonly gridFps?: number
  /** From the first frame's start to the last one's end. */
  readonly durationSeconds: number
}

/** Whole frame rates, and those of NTSC, which are lower by 1000/1001. */
const commonRates: readonly number[] = [
  ...Array.from({ length: 240 }, (_, index) => index + 1),
  ...[15, 24, 30, 48, 60, 120].map((rate) => (rate * 1000) / 1001),
]

/** Seconds of jitter that nobody sees, and that remuxing causes. */
const jitterSeconds = 0.0015

/**
 * The frame rate on a clock of `clockHz` ticks per second; the common rate that explains every frame if frames are even
 * but the clock is too coarse to show it (WebM and MKV count in milliseconds).
 */
export const frameRateOf = ({ startsSeconds, durationSeconds }: FrameTimes, clockHz: number): FrameRate => {
  const count = startsSeconds.length
  const last = startsSeconds[count - 1] ?? 0
  const mean = count > 1 && last > 0 ? (count - 1) / last : 1 / Math.max(durationSeconds, 1 / clockHz)
  const allowed = Math.max(1.01 / clockHz, Math.min(jitterSeconds, 0.1 / mean))
  const explains = (rate: number) =>
    startsSeconds.every((start, index) => Math.abs(start - index / rate) <= allowed)

  // An even frame is off by one tick at most, and so is the average of all.
  const near = commonRates.filter((rate) => Math.abs(last - (count - 1) / rate) <= allowed)
  const common = near.sort((a, b) => Math.abs(a - mean) - Math.abs(b - mean)).find(explains)
  const rate = common ?? (explains(mean) ? mean : undefined)
  const lasting = durationSeconds - last
  if (rate === undefined) {
    const gridFps = gridOf({ startsSeconds, durationSeconds }, clockHz)
    return {
      fps: count / durationSeconds,
      isVariable: true,
      ...(gridFps !== undefined && { gridFps }),
      durationSeconds: roundToMicroseconds(durationSeconds),
    }
  }
  // The last frame lasts as long as the others, unless the container stores a longer duration.
  const isEven = lasting <= 1 / rate + 2 * allowed
  return {
    fps: isEven ? rate : count / durationSeconds,
    isVariable: !isEven,
    durationSeconds: roundToMicroseconds(isEven ? count / rate : durationSeconds),
  }
}

/** The fewest frames that establish a rate. */
const gridFrames = 8

/**
 * The common rate at which all starts, and the end, are whole frames within a tick of the clock, though some are
 * missing.
 */
const gridOf = (
  { startsSeconds, durationSeconds }: Pick<FrameTimes, 'startsSeconds' | 'durationSeconds'>,
  clockHz: number,
): number | undefined => {
  if (startsSeconds.length < gridFrames) return undefined
  const times = [...startsSeconds, durationSeconds]
  const steps = startsSeconds.slice(1).map((start, index) => start - startsSeconds[index])
  const usual = steps.sort()[steps.length >> 1]
  const tick = 1.01 / clockHz
  const strayOf = (rate: number) =>
    times.reduce((most, time) => Math.max(most, Math.abs(time - Math.round(time * rate) / rate)), 0)
  const [best] = commonRates
    .filter((rate) => Math.abs(usual - 1 / rate) <= 2 * tick && tick <= 0.1 / rate)
    .map((rate) => ({ rate, stray: strayOf(rate) }))
    .sort((a, b) => a.stray - b.stray)
  return best && best.stray <= 2 * tick ? best.rate : undefined
}

/** Three seconds must not become slightly more, because a fourth second would be charged (D-37). */
const roundToMicroseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e6
