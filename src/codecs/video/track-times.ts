import { EncodedPacketSink } from 'mediabunny'
import { ServiceError } from '#contract/service-error.ts'
import { isTooLong } from '#contract/video-length.ts'
import { type FrameTimes, type PacketTime, toFrameTimes } from './frame-times.ts'
import { invalidVideo } from './invalid-video.ts'
import type { OpenTrack } from './open-track.ts'
import { spliceTimes } from './splice-times.ts'

/** Times of packets out of order may run ahead of the frame that is shown last; none does by so much. */
const reorderSeconds = 10

/** When each frame of a track is shown, from its packets; their data are left unread where the container lists them. */
export const readTrackTimes = async (
  { track, edits }: Pick<OpenTrack, 'track' | 'edits'>,
  signal?: AbortSignal,
): Promise<FrameTimes> => {
  const packets: PacketTime[] = []
  let first = Number.POSITIVE_INFINITY
  for await (const { timestamp, duration, type } of new EncodedPacketSink(track).packets(
    undefined,
    undefined,
    {
      metadataOnly: true,
    },
  )) {
    signal?.throwIfAborted()
    packets.push({ timestamp, duration, isKey: type === 'key' })
    first = Math.min(first, timestamp)
    if (isTooLong(timestamp - Math.max(0, first) - reorderSeconds)) throw tooLong()
  }
  const clockHz = await track.getTimeResolution()
  const times =
    edits.splices.length > 0
      ? spliceTimes(packets, clockHz, edits.splices)
      : toFrameTimes(packets, clockHz, edits.endSeconds)
  if (!times) throw invalidVideo('The file holds no picture.')
  return times
}

export const tooLong = () => new ServiceError('video_too_long')
