import { AudioSample, AudioSampleSource, type InputAudioTrack, Quality } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import { audioBitrate, ensureAacEncoder } from './audio-encoders.ts'
import type { AudioFeed } from './audio-feed.ts'
import { audioDuration } from './audio-length.ts'
import { decodeAudio } from './decode-audio.ts'

/** Sample rates of AAC-LC in Hz (ISO/IEC 14496-3). */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
]
const defaultSampleRate = 48_000

/** Seconds by which sound may exceed its packets' times, because codecs fill up their last packet. */
const slackSeconds = 5

/**
 * Decodes a time range of a track and encodes it again, so that the range starts at 0. The result has at most
 * `maxChannels` channels; more are mixed. Null where the range has no sound.
 */
export const transcodeAudio = async (
  track: InputAudioTrack,
  codec: 'opus' | 'aac',
  timeRange: TimeRange,
  maxChannels: number,
): Promise<AudioFeed | null> => {
  const { fromSeconds, toSeconds } = timeRange
  const lateSamples = codec === 'aac' ? await ensureAacEncoder() : 0
  let faults = 0
  const samples = decodeAudio(track, () => faults++)

  /** The next sample, with its time in the range; parts outside are cut off. */
  const next = async (): Promise<AudioSample | null> => {
    for (;;) {
      const { value: sample, done } = await samples.next()
      if (done || !sample) return null
      const sampleAt = (seconds: number) =>
        Math.max(
          0,
          Math.min(sample.numberOfFrames, Math.round((seconds - sample.timestamp) * sample.sampleRate)),
        )
      const [first, end] = [sampleAt(fromSeconds), sampleAt(toSeconds)]
      const isOver = sample.timestamp >= toSeconds
      const kept = first === 0 && end === sample.numberOfFrames ? sample : cut(sample, first, end)
      if (kept) kept.setTimestamp(kept.timestamp - fromSeconds)
      if (kept || isOver) return kept
    }
  }

  let pending = await next().catch(() => null)
  if (!pending) {
    await samples.return()
    return null
  }
  // The file's header may declare other numbers.
  const { numberOfChannels: channels, sampleRate: rate } = pending
  const targetChannels = Math.min(channels, maxChannels)
  // Browsers' Opus encoders accept 16 to 96 kHz.
  const fits = codec === 'aac' ? aacRates.includes(rate) : rate >= 16_000 && rate <= 96_000
  const writtenRate = fits ? rate : defaultSampleRate
  const lateSeconds = lateSamples / writtenRate
  const source = new AudioSampleSource({
    codec,
    quality: new Quality({ bitrate: audioBitrate(codec, targetChannels) }),
    ...(targetChannels === channels && fits
      ? {}
      : { transform: { numberOfChannels: targetChannels, sampleRate: writtenRate } }),
  })
  const seconds = await audioDuration(track, timeRange)
  let room = seconds + slackSeconds
  let ended = false
  let lastSeconds = Number.NEGATIVE_INFINITY
  let endSeconds = pending.timestamp
  let endsEarly = false
  return {
    source,
    maxPackets: Math.ceil(((seconds + 2 * slackSeconds) * writtenRate) / 900),
    async advance(untilSeconds) {
      try {
        while (pending && lastSeconds <= untilSeconds) {
          const isNear: boolean = pending.timestamp - endSeconds <= silenceSeconds
          const given: AudioSample = isNear ? pending : silence(pending, endSeconds)
          lastSeconds = given.timestamp
          endSeconds = lastSeconds + given.duration
          if (isNear) room -= given.duration
          if (room < 0) throw new Error('it is longer than its times say')
          given.setTimestamp(lastSeconds - lateSeconds)
          try {
            await source.add(given)
          } finally {
            given.close()
          }
          if (isNear) pending = await next()
        }
      } catch {
        pending?.close()
        pending = null
        endsEarly = true
      }
      if (pending || ended) return
      ended = true
      source.close()
    },
    dropped: () => {
      if (endsEarly) return { reason: 'audio_ends_early' }
      return faults > 0 ? { reason: 'audio_partly_silent' } : null
    },
    close() {
      pending?.close()
      void samples.return().catch(() => {})
    },
  }
}

/** A gap is filled with so many seconds of silence at a time; mediabunny would allocate all of it at once. */
const silenceSeconds = 1

const silence = ({ sampleRate, numberOfChannels }: AudioSample, timestamp: number): AudioSample => {
  const data = new Float32Array(silenceSeconds * sampleRate * numberOfChannels)
  return new AudioSample({ data, format: 'f32', sampleRate, numberOfChannels, timestamp })
}

const cut = (sample: AudioSample, first: number, end: number): AudioSample | null => {
  const kept = first < end ? sample.trim(first, end) : null
  sample.close()
  return kept
}
