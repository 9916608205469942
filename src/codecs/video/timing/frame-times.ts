import type { TimeRange } from '#codecs/video/frame.ts'

/** A packet's place on the container's own clock, which edits may have moved below 0. */
export type PacketTime = {
  readonly timestamp: number
  readonly duration: number
  /** Decoding may start here. */
  readonly isKey?: boolean
}

/** When each frame is shown, from the first one's start. */
export type FrameTimes = {
  /** The first frame's start on the container's clock: where sound that goes with it is cut or delayed. */
  readonly startSeconds: number
  /** Each frame's name on the container's clock, in order of display. */
  readonly timestamps: Float64Array
  /** What has a name from here on is in the file, but not shown. */
  readonly endTimestamp: number
  /** Positions from which on the frames are not those that follow in the file; none where they all do. */
  readonly segmentStarts: readonly number[]
  /** Those of the frames that decoding may start at. */
  readonly keyTimestamps: Float64Array
  /** Each frame's start, counted from the first one's. */
  readonly startsSeconds: Float64Array
  /** The last frame's end. */
  readonly durationSeconds: number
}

/** What the end of an edit list may be off by. */
const editToleranceSeconds = 0.001

/**
 * The frames that are shown, of packets in any order: what an edit list put before 0 is needed for decoding
 * alone, except for a frame that lasts into the shown part and then starts it. A frame is on screen until the
 * next one, whatever the container says of its duration. `clockHz` is the container's clock. Null where nothing
 * is shown.
 *
 * What starts at `endSeconds` or later is not shown either; containers count that in milliseconds.
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

/** What the last frame lasts where its container does not say. */
const medianStep = (sorted: readonly PacketTime[]): number => {
  const steps = sorted.slice(1).map(({ timestamp }, index) => timestamp - (sorted[index]?.timestamp ?? 0))
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0.04
}

/**
 * More packets than a video may have that is listed here; one of two hours at 60 frames a second has 432,000. What
 * lists more is refused instead of holding up all that comes after it.
 */
export const maxPackets = 500_000

/** Times are sums and differences of fractions; no two frames are so near. */
const sameSeconds = 1e-6

/** The frames of a range, as positions: from `first` up to and without `end`. */
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

/** Frames that follow each other in the file, and the stamp that comes after them at the latest. */
export type FrameRun = { readonly first: number; readonly end: number; readonly endTimestamp: number }

/** The frames from `first` up to and without `end`, in pieces that can be read in one go. */
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

/** How long a frame is shown: until the next one, or the end. */
export const frameDuration = ({ startsSeconds, durationSeconds }: FrameTimes, position: number): number =>
  (startsSeconds[position + 1] ?? durationSeconds) - startsSeconds[position]

type FrameRate = {
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
const jitterSeconds = 0.0015

/**
 * The rate of frames on a clock of `clockHz` ticks a second. Where they come evenly but the clock is too coarse
 * to tell (WebM and MKV count in milliseconds), the common rate that explains every one of them.
 */
export const frameRateOf = ({ startsSeconds, durationSeconds }: FrameTimes, clockHz: number): FrameRate => {
  const count = startsSeconds.length
  const last = startsSeconds[count - 1] ?? 0
  const mean = count > 1 && last > 0 ? (count - 1) / last : 1 / Math.max(durationSeconds, 1 / clockHz)
  const allowed = Math.max(1.01 / clockHz, Math.min(jitterSeconds, 0.1 / mean))
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
      durationSeconds: roundToMicroseconds(durationSeconds),
    }
  }
  // The last frame lasts as long as the others, unless the container says that it stands.
  const isEven = lasting <= 1 / rate + 2 * allowed
  return {
    fps: isEven ? rate : count / durationSeconds,
    isVariable: !isEven,
    durationSeconds: roundToMicroseconds(isEven ? count / rate : durationSeconds),
  }
}

/** So that three seconds are not a hair more than three, which would cost a fourth. */
const roundToMicroseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e6
