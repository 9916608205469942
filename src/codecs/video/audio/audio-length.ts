import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import type { OpenTrack } from '#codecs/video/read/open-track.ts'
import { readEditList } from '#codecs/video/timing/edit-list.ts'
import type { AudioFacts } from '#contract/video-facts.ts'
import { codecDelaySeconds } from './codec-delay.ts'

type AudioEnd = Pick<AudioFacts, 'endSeconds' | 'packetSeconds'>

/**
 * Reads where the sound ends from its first and last packet. Times are in seconds; `pictureStartSeconds` is the start
 * of the first frame on the container's clock. Empty where edit lists compose the track, or where the end is unknown.
 */
export const readAudioEnd = async (
  { video, edits }: Pick<OpenTrack, 'video' | 'edits'>,
  track: InputAudioTrack,
  pictureStartSeconds: number,
): Promise<AudioEnd> => {
  try {
    const { segments, endSeconds } = await readEditList(video, track.id)
    if (edits.segments.length > 0 || segments.length > 0) return {}
    const sink = new EncodedPacketSink(track)
    const metadataOnly = { metadataOnly: true }
    const first = await sink.getFirstPacket(metadataOnly)
    const last = await sink.getPacket(Number.POSITIVE_INFINITY, metadataOnly)
    if (!first || !last) return {}
    // MKV does not store the duration of its last packet.
    const packetSeconds = Math.max(first.duration, last.duration)
    const played = Math.min(endSeconds, last.timestamp + (last.duration || packetSeconds))
    // The codec delay of Opus is inside its stream, and takes no time on the container's clock.
    const delay = (await track.getCodec()) === 'opus' ? 0 : await codecDelaySeconds(video, track.id)
    return { endSeconds: played - delay - pictureStartSeconds, packetSeconds }
  } catch {
    // The picture of a video with broken sound can still be processed.
    return {}
  }
}

/**
 * Seconds of a time range that a track fills at most. The last packet decides, because the duration that a file
 * declares may be missing or wrong.
 */
export const audioDuration = async (
  track: InputAudioTrack,
  { fromSeconds, toSeconds }: TimeRange,
): Promise<number> => {
  const sink = new EncodedPacketSink(track)
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true }).catch(() => null)
  const endSeconds = last ? last.timestamp + last.duration : toSeconds
  return Math.max(0, Math.min(toSeconds, endSeconds) - fromSeconds)
}
