import { EncodedAudioPacketSource, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import { audioDuration } from './audio-length.ts'
import type { AudioFeed } from './copy-audio.ts'

/** A container's clock may be too coarse to say where a sample starts. */
const clockSlackSeconds = 0.002

/**
 * Passes the packets of a stretch on as they are, so that it starts at 0. What ends before is left out, except
 * for `prerollSeconds` where the container can hold what is decoded and not played; else sound that starts
 * a little early is moved to the start.
 */
export const copyPackets = async (
  track: InputAudioTrack,
  stretch: TimeRange,
  prerollSeconds: number,
): Promise<AudioFeed | null> => {
  const { fromSeconds, toSeconds } = stretch
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !decoderConfig) return null
  const maxPackets = await maxPacketCount(track, decoderConfig.sampleRate, stretch)
  const source = new EncodedAudioPacketSource(codec)
  const packets = new EncodedPacketSink(track).packets()
  const earliest = -prerollSeconds
  let lastSeconds = Number.NEGATIVE_INFINITY
  let usualSeconds = 0
  let given = 0
  let ended = false
  let shift: number | undefined

  const next = async () => {
    try {
      for (;;) {
        const { value: packet, done } = await packets.next()
        if (done || !packet || packet.timestamp >= toSeconds - clockSlackSeconds) return null
        const timestamp = packet.timestamp - fromSeconds
        if (packet.isMetadataOnly || packet.byteLength === 0 || timestamp < lastSeconds) continue
        if (timestamp + packet.duration <= earliest + clockSlackSeconds) continue
        shift ??= prerollSeconds === 0 && timestamp < 0 ? -timestamp : 0
        // MKV does not say how long its last packet is; one of no length would not be played.
        if (packet.duration > 0) usualSeconds = packet.duration
        // More than can be real: there is no room for them in the index.
        if (++given > maxPackets) return null
        return packet.clone({ timestamp: timestamp + shift, duration: usualSeconds })
      }
    } catch {
      // The file breaks off: the sound ends where it does, as in any player.
      return null
    }
  }

  const first = await next()
  if (!first) return null
  let pending: typeof first | null = first
  return {
    source,
    maxPackets,
    async advance(untilSeconds) {
      while (pending && lastSeconds <= untilSeconds) {
        lastSeconds = pending.timestamp
        await source.add(pending, { decoderConfig })
        pending = await next()
      }
      if (pending || ended) return
      ended = true
      source.close()
    },
    dropped: () => (given > maxPackets ? tooMany : null),
    close() {
      void packets.return().catch(() => {})
    },
  }
}

const tooMany = 'The sound ends early: it is in more pieces than sound of its length can be.'

/** Of the rates that AAC and Opus are defined for; a file may name any. */
const maxSampleRate = 96_000

/** The shortest packets of AAC hold 960 samples, of Opus 2.5 ms; odd files have more, so twice as much. */
const maxPacketCount = async (
  track: InputAudioTrack,
  sampleRate: number,
  stretch: TimeRange,
): Promise<number> => {
  const seconds = (await audioDuration(track, stretch)) + 5
  return Math.ceil((seconds * Math.min(sampleRate, maxSampleRate)) / 480)
}
