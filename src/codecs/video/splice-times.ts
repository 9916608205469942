import type { Splice } from './edit-list.ts'
import type { FrameTimes, PacketTime } from './frame-times.ts'

/** What the ends of stretches may be off by: films count in milliseconds, or nearly so. */
const coarseSeconds = 0.001

/**
 * The frames of several stretches of a track, one stretch after the other: in another order than in the file, or
 * again, where they are shown so. Between stretches that leave time, the last frame stays. Null where nothing is
 * shown.
 */
export const spliceTimes = (
  packets: readonly PacketTime[],
  clockHz: number,
  splices: readonly Splice[],
): FrameTimes | null => {
  const sorted = [...packets].sort((a, b) => a.timestamp - b.timestamp)
  const endOf = ({ timestamp, duration }: PacketTime, index: number) =>
    sorted[index + 1]?.timestamp ?? timestamp + Math.max(duration, coarseSeconds * 2)
  const parts = splices.map(({ fromSeconds, toSeconds, atSeconds }) =>
    sorted
      .filter(
        (packet, index) =>
          endOf(packet, index) > fromSeconds + coarseSeconds && packet.timestamp < toSeconds - coarseSeconds,
      )
      .map(({ timestamp }) => ({
        stamp: timestamp,
        // A frame across the cut is what is on screen then.
        seconds: atSeconds + Math.max(0, timestamp - fromSeconds),
      })),
  )
  const shown = parts.flat()
  const [opening, closing, last] = [shown[0], shown.at(-1), splices.at(-1)]
  if (!opening || !closing || !last) return null
  return {
    startSeconds: opening.seconds,
    stamps: Float64Array.from(shown, ({ stamp }) => stamp),
    endStamp: closing.stamp + 0.5 / clockHz,
    splits: parts.map((_, index) => parts.slice(0, index).flat().length),
    keyStamps: Float64Array.from(
      sorted.filter(({ isKey }) => isKey),
      ({ timestamp }) => timestamp,
    ),
    startsSeconds: Float64Array.from(shown, ({ seconds }) => seconds - opening.seconds),
    durationSeconds: last.atSeconds + last.toSeconds - last.fromSeconds - opening.seconds,
  }
}
