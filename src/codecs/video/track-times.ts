import { EncodedPacketSink } from 'mediabunny'
import { createPause } from '#codecs/image/pause.ts'
import { type FrameTimes, type PacketTime, toFrameTimes } from './frame-times.ts'
import { invalidVideo } from './invalid-video.ts'
import { mostPackets } from './most-packets.ts'
import type { OpenTrack } from './open-track.ts'
import { spliceTimes } from './splice-times.ts'

/** Asking for the time takes longer than listing a packet. */
const packetsATurn = 100

const metadataOnly = { metadataOnly: true }

/**
 * When each frame of a track is shown, from its packets; their data are left unread where the container lists them.
 * Rejects with `invalid_video` where there is no packet, or more than `mostPackets`.
 */
export const readTrackTimes = async (
  { track, edits }: Pick<OpenTrack, 'track' | 'edits'>,
  signal?: AbortSignal,
): Promise<FrameTimes> => {
  const packets: PacketTime[] = []
  const sink = new EncodedPacketSink(track)
  const pause = createPause(signal)
  let packet = await sink.getFirstPacket(metadataOnly)
  while (packet) {
    const { timestamp, duration, type } = packet
    packets.push({ timestamp, duration, isKey: type === 'key' })
    if (packets.length > mostPackets) throw invalidVideo('video_too_many_frames')
    if (packets.length % packetsATurn === 0) await pause()
    packet = await sink.getNextPacket(packet, metadataOnly)
  }
  const clockHz = await track.getTimeResolution()
  const times =
    edits.splices.length > 0
      ? spliceTimes(packets, clockHz, edits.splices)
      : toFrameTimes(packets, clockHz, edits.endSeconds)
  if (!times) throw invalidVideo('video_no_picture')
  return times
}
