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
  /** Those of the frames that decoding may start at. */
  readonly keyStamps: Float64Array
  /** Each frame's start, counted from the first one's. */
  readonly startsSeconds: Float64Array
  /** The last frame's end. */
  readonly durationSeconds: number
}

/**
 * The frames that are shown, of packets in any order: what an edit list put before 0 is needed for decoding
 * alone, except for a frame that lasts into the shown part and then starts it. A frame is on screen until the
 * next one, whatever the container says of its duration. `clockHz` is the container's clock. Null where nothing
 * is shown.
 */
export const toFrameTimes = (packets: readonly PacketTime[], clockHz: number): FrameTimes | null => {
  const sorted = [...packets].sort((a, b) => a.timestamp - b.timestamp)
  const tick = 1 / clockHz
  const usual = medianStep(sorted)
  const lastOf = sorted.at(-1)
  const first = sorted.findIndex((_, index) => endOf(sorted, index, usual) > tick / 2)
  const opening = sorted[first]
  if (!lastOf || !opening) return null

  const shown = sorted.slice(first)
  const startSeconds = Math.max(0, opening.timestamp)
  return {
    startSeconds,
    stamps: Float64Array.from(shown, ({ timestamp }) => timestamp),
    keyStamps: Float64Array.from(
      sorted.filter(({ isKey }) => isKey),
      ({ timestamp }) => timestamp,
    ),
    startsSeconds: Float64Array.from(shown, ({ timestamp }) => Math.max(0, timestamp - startSeconds)),
    durationSeconds: endOf(sorted, sorted.length - 1, usual) - startSeconds,
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
