import { EncodedAudioPacketSource, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import type { AudioFeed } from './audio-feed.ts'
import { audioDuration } from './audio-length.ts'

/** Seconds by which a packet's time may be off, because a container's clock is coarse. */
const clockSlackSeconds = 0.002

/**
 * Copies the packets of a time range, so that the range starts at 0. Packets that end earlier are left out, except
 * `prerollSeconds` before the start, where the container can hold pre-roll. Without pre-roll, the first packet is moved
 * to the start. Null for a range without packets.
 */
export const copyPackets = async (
  track: InputAudioTrack,
  timeRange: TimeRange,
  prerollSeconds: number,
): Promise<AudioFeed | null> => {
  const { fromSeconds, toSeconds } = timeRange
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !decoderConfig) return null
  const maxPackets = await maxPacketCount(track, decoderConfig.sampleRate, timeRange)
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
        // MKV does not store the duration of its last packet, and a packet without duration is not played.
        if (packet.duration > 0) usualSeconds = packet.duration
        // A broken file may list more packets than the index has reserved space for.
        if (++given > maxPackets) return null
        return packet.clone({ timestamp: timestamp + shift, duration: usualSeconds })
      }
    } catch {
      // The file is truncated: the sound ends here, as in players.
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
    dropped: () => (given > maxPackets ? { reason: 'audio_in_too_many_pieces' } : null),
    close() {
      void packets.return().catch(() => {})
    },
  }
}

/** The highest sample rate of AAC and Opus, in Hz; a file may declare any rate. */
const maxSampleRate = 96_000

/**
 * The shortest packets of AAC hold 960 samples, those of Opus 2.5 ms. The bound is twice as many, for unusual files.
 */
const maxPacketCount = async (
  track: InputAudioTrack,
  sampleRate: number,
  timeRange: TimeRange,
): Promise<number> => {
  const seconds = (await audioDuration(track, timeRange)) + 5
  return Math.ceil((seconds * Math.min(sampleRate, maxSampleRate)) / 480)
}
