import type { Splice } from './edit-list.ts'
import type { FrameTimes, PacketTime } from './frame-times.ts'
import { invalidVideo } from './invalid-video.ts'
import { mostPackets } from './most-packets.ts'

/** What the ends of stretches may be off by: films count in milliseconds, or nearly so. */
const coarseSeconds = 0.001

/**
 * The frames of several stretches of a track, one stretch after the other: in another order than in the file, or
 * again, where they are shown so. Between stretches that leave time, the last frame stays. Null where nothing is
 * shown. Throws `invalid_video` where more frames are shown than a video can have.
 */
export const spliceTimes = (
  packets: readonly PacketTime[],
  clockHz: number,
  splices: readonly Splice[],
): FrameTimes | null => {
  const sorted = [...packets].sort((a, b) => a.timestamp - b.timestamp)
  const starts = Float64Array.from(sorted, ({ timestamp }) => timestamp)
  const ends = Float64Array.from(
    sorted,
    ({ timestamp, duration }, index) =>
      sorted[index + 1]?.timestamp ?? timestamp + Math.max(duration, coarseSeconds * 2),
  )
  const shown: { readonly stamp: number; readonly seconds: number }[] = []
  const splits: number[] = []
  for (const { fromSeconds, toSeconds, atSeconds } of splices) {
    splits.push(shown.length)
    const first = countUntil(ends, (end) => end > fromSeconds + coarseSeconds)
    const last = countUntil(starts, (start) => start >= toSeconds - coarseSeconds)
    if (shown.length + last - first > mostPackets) {
      throw invalidVideo('video_too_many_frames_shown')
    }
    for (const stamp of starts.subarray(first, last)) {
      // A frame across the cut is what is on screen then.
      shown.push({ stamp, seconds: atSeconds + Math.max(0, stamp - fromSeconds) })
    }
  }
  const [opening, closing, last] = [shown[0], shown.at(-1), splices.at(-1)]
  if (!opening || !closing || !last) return null
  return {
    startSeconds: opening.seconds,
    stamps: Float64Array.from(shown, ({ stamp }) => stamp),
    endStamp: closing.stamp + 0.5 / clockHz,
    splits,
    keyStamps: Float64Array.from(
      sorted.filter(({ isKey }) => isKey),
      ({ timestamp }) => timestamp,
    ),
    startsSeconds: Float64Array.from(shown, ({ seconds }) => seconds - opening.seconds),
    durationSeconds: last.atSeconds + last.toSeconds - last.fromSeconds - opening.seconds,
  }
}

/** How many of these rising numbers come before the first that `isThere` holds for; halves again and again. */
const countUntil = (rising: Float64Array, isThere: (value: number) => boolean): number => {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(rising[middle])) high = middle
    else low = middle + 1
  }
  return low
}
