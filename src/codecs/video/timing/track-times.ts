import { EncodedPacketSink } from 'mediabunny'
import { createYielder } from '#base/timers.ts'
import type { OpenTrack } from '#codecs/video/read/open-track.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { EditSegment } from './edit-list.ts'
import { type FrameTimes, maxPackets, type PacketTime, toFrameTimes } from './frame-times.ts'

/** Packets that are listed between two looks at the clock, since reading the clock takes longer than listing one. */
const packetsATurn = 100

const metadataOnly = { metadataOnly: true }

/**
 * Lists the display time of each frame of a track. Reads only the container's index if there is one. Rejects with
 * `invalid_video` for a track without packets or with more than `maxPackets`, and with the signal's reason.
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
  const shown = track.codec === 'vp8' ? withoutHiddenFrames(packets) : packets
  const times =
    edits.segments.length > 0
      ? segmentedFrameTimes(shown, clockHz, edits.segments)
      : toFrameTimes(shown, clockHz, edits.endSeconds)
  if (!times) throw invalidVideo('video_no_picture')
  return times
}

/** Longer than a tick of WebM's clock and shorter than a frame. */
const hiddenWithinSeconds = 0.0015

/**
 * The packets of a VP8 track with a shown frame, in order of time. An alternate reference frame is a packet that is
 * only decoded: its time is that of the next frame, or one tick after the frame before (RFC 6386, 9.1, `show_frame`;
 * libvpx, `vp8_cx_iface.c`).
 */
export const withoutHiddenFrames = (packets: readonly PacketTime[]): readonly PacketTime[] => {
  const shown: PacketTime[] = []
  for (const packet of packets.toSorted((a, b) => a.timestamp - b.timestamp)) {
    const before = shown.at(-1)
    if (!before || packet.timestamp - before.timestamp > hiddenWithinSeconds) shown.push(packet)
    else if (packet.isKey) shown[shown.length - 1] = { ...before, isKey: true }
  }
  return shown
}

/** Seconds by which the ends of segments may be off, because files count in milliseconds. */
const editToleranceSeconds = 0.001

/**
 * Lists the frames of several segments of a track in the order of the edit list, in which frames may repeat. In gaps
 * between segments the last frame stays. Null where no frame is shown. Throws `invalid_video` for more frames than a
 * video can have.
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
      // A frame across the start of a segment is shown from that start on.
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

/** The index of the first of these ascending numbers for which `isThere` holds, by binary search. */
const countUntil = (rising: Float64Array, isThere: (value: number) => boolean): number => {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(rising[middle])) high = middle
    else low = middle + 1
  }
  return low
}
