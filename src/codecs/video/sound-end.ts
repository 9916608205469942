import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { AudioFacts } from '#contract/video-facts.ts'
import { codecDelaySeconds } from './codec-delay.ts'
import { readEdits } from './edit-list.ts'
import type { OpenTrack } from './open-track.ts'

type SoundEnd = Pick<AudioFacts, 'endSeconds' | 'packetSeconds'>

/**
 * When the sound ends, told by its first and last packet alone; `pictureStartSeconds` is where the first frame is
 * shown on the container's clock. Nothing where edit lists put it together, or where it cannot be told.
 */
export const readSoundEnd = async (
  { video, edits }: Pick<OpenTrack, 'video' | 'edits'>,
  track: InputAudioTrack,
  pictureStartSeconds: number,
): Promise<SoundEnd> => {
  try {
    const { splices, endSeconds } = await readEdits(video, track.id)
    if (edits.splices.length > 0 || splices.length > 0) return {}
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
