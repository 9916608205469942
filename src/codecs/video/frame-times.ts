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
  readonly stamps: Float64Array
  /** What has a name from here on is in the file, but not shown. */
  readonly endStamp: number
  /** Positions from which on the frames are not those that follow in the file; none where they all do. */
  readonly splits: readonly number[]
  /** Those of the frames that decoding may start at. */
  readonly keyStamps: Float64Array
  /** Each frame's start, counted from the first one's. */
  readonly startsSeconds: Float64Array
  /** The last frame's end. */
  readonly durationSeconds: number
}

/** What the end of an edit list may be off by. */
const coarseSeconds = 0.001

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
  const endStamp = endSeconds - coarseSeconds
  const sorted = packets
    .filter(({ timestamp }) => timestamp < endStamp)
    .sort((a, b) => a.timestamp - b.timestamp)
  const usual = medianStep(sorted)
  const lastOf = sorted.at(-1)
  const first = sorted.findIndex((_, index) => endOf(sorted, index, usual) > tick / 2)
  const opening = sorted[first]
  if (!lastOf || !opening) return null

  const shown = sorted.slice(first)
  const startSeconds = Math.max(0, opening.timestamp)
  const lastEnd = endOf(sorted, sorted.length - 1, usual)
  const isCut = sorted.length < packets.length || lastEnd > endSeconds + coarseSeconds
  return {
    startSeconds,
    stamps: Float64Array.from(shown, ({ timestamp }) => timestamp),
    endStamp,
    splits: [],
    keyStamps: Float64Array.from(
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
