import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { TimeRange } from './frame.ts'

/**
 * How much of a stretch a track fills at most, in seconds. Told by its last packet: the length that a file
 * says of itself may be unknown, or anything.
 */
export const soundSeconds = async (
  track: InputAudioTrack,
  { fromSeconds, toSeconds }: TimeRange,
): Promise<number> => {
  const sink = new EncodedPacketSink(track)
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true }).catch(() => null)
  const endSeconds = last ? last.timestamp + last.duration : toSeconds
  return Math.max(0, Math.min(toSeconds, endSeconds) - fromSeconds)
}
