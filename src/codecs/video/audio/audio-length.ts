import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import type { OpenTrack } from '#codecs/video/read/open-track.ts'
import { readEditList } from '#codecs/video/timing/edit-list.ts'
import type { AudioFacts } from '#contract/video-facts.ts'
import { codecDelaySeconds } from './codec-delay.ts'

type AudioEnd = Pick<AudioFacts, 'endSeconds' | 'packetSeconds'>

/**
 * When the sound ends, told by its first and last packet alone; `pictureStartSeconds` is where the first frame is
 * shown on the container's clock. Nothing where edit lists put it together, or where it cannot be told.
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
    // MKV does not say how long its last packet is.
    const packetSeconds = Math.max(first.duration, last.duration)
    const played = Math.min(endSeconds, last.timestamp + (last.duration || packetSeconds))
    // Opus has its run-up in the stream, where no time is counted for it.
    const delay = (await track.getCodec()) === 'opus' ? 0 : await codecDelaySeconds(video, track.id)
    return { endSeconds: played - delay - pictureStartSeconds, packetSeconds }
  } catch {
    // Of a video with broken sound the picture can be worked on.
    return {}
  }
}

/**
 * How much of a stretch a track fills at most, in seconds. Told by its last packet: the length that a file
 * says of itself may be unknown, or anything.
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
