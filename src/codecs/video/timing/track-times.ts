import { EncodedPacketSink } from 'mediabunny'
import { createYielder } from '#base/timers.ts'
import type { OpenTrack } from '#codecs/video/read/open-track.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { EditSegment } from './edit-list.ts'
import { type FrameTimes, maxPackets, type PacketTime, toFrameTimes } from './frame-times.ts'

/** Asking for the time takes longer than listing a packet. */
const packetsATurn = 100

const metadataOnly = { metadataOnly: true }

/**
 * When each frame of a track is shown, from its packets; their data are left unread where the container lists them.
 * Rejects with `invalid_video` where there is no packet, or more than `maxPackets`.
 */
export const readTrackTimes = async (
  { track, edits }: Pick<OpenTrack, 'track' | 'edits'>,
  signal?: AbortSignal,
): Promise<FrameTimes> => {
  const packets: PacketTime[] = []
  const sink = new EncodedPacketSink(track)
  const yieldNow = createYielder(signal)
  let packet = await sink.getFirstPacket(metadataOnly)
  while (packet) {
    const { timestamp, duration, type } = packet
    packets.push({ timestamp, duration, isKey: type === 'key' })
    if (packets.length > maxPackets) throw invalidVideo('video_too_many_frames')
    if (packets.length % packetsATurn === 0) await yieldNow()
    packet = await sink.getNextPacket(packet, metadataOnly)
  }
  const clockHz = await track.getTimeResolution()
  const times =
    edits.segments.length > 0
      ? segmentedFrameTimes(packets, clockHz, edits.segments)
      : toFrameTimes(packets, clockHz, edits.endSeconds)
  if (!times) throw invalidVideo('video_no_picture')
  return times
}

/** What the ends of stretches may be off by: films count in milliseconds, or nearly so. */
const editToleranceSeconds = 0.001

/**
 * The frames of several stretches of a track, one stretch after the other: in another order than in the file, or
 * again, where they are shown so. Between stretches that leave time, the last frame stays. Null where nothing is
 * shown. Throws `invalid_video` where more frames are shown than a video can have.
 */
export const segmentedFrameTimes = (
  packets: readonly PacketTime[],
  clockHz: number,
  segments: readonly EditSegment[],
): FrameTimes | null => {
  const sorted = [...packets].sort((a, b) => a.timestamp - b.timestamp)
  const starts = Float64Array.from(sorted, ({ timestamp }) => timestamp)
  const ends = Float64Array.from(
    sorted,
    ({ timestamp, duration }, index) =>
      sorted[index + 1]?.timestamp ?? timestamp + Math.max(duration, editToleranceSeconds * 2),
  )
  const shown: { readonly stamp: number; readonly seconds: number }[] = []
  const segmentStarts: number[] = []
  for (const { fromSeconds, toSeconds, atSeconds } of segments) {
    segmentStarts.push(shown.length)
    const first = countUntil(ends, (end) => end > fromSeconds + editToleranceSeconds)
    const last = countUntil(starts, (start) => start >= toSeconds - editToleranceSeconds)
    if (shown.length + last - first > maxPackets) {
      throw invalidVideo('video_too_many_frames_shown')
    }
    for (const stamp of starts.subarray(first, last)) {
      // A frame across the cut is what is on screen then.
      shown.push({ stamp, seconds: atSeconds + Math.max(0, stamp - fromSeconds) })
    }
  }
  const [opening, closing, last] = [shown[0], shown.at(-1), segments.at(-1)]
  if (!opening || !closing || !last) return null
  return {
    startSeconds: opening.seconds,
    timestamps: Float64Array.from(shown, ({ stamp }) => stamp),
    endTimestamp: closing.stamp + 0.5 / clockHz,
    segmentStarts,
    keyTimestamps: Float64Array.from(
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
