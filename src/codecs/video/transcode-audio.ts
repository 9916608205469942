import { type AudioSample, AudioSampleSource, type InputAudioTrack, Quality } from 'mediabunny'
import type { AudioPassage } from './copy-audio.ts'
import { decodeAudio } from './decode-audio.ts'
import type { TimeRange } from './frame.ts'
import { readyAacEncoder } from './ready-aac-encoder.ts'

/** What AAC-LC is defined for. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
]
const usualRate = 48_000

/** Decodes a stretch of a track and encodes it anew, so that it starts at 0; null where there is nothing to hear. */
export const transcodeAudio = async (
  track: InputAudioTrack,
  codec: 'opus' | 'aac',
  { fromSeconds, toSeconds }: TimeRange,
): Promise<AudioPassage | null> => {
  const [channels, rate] = [await track.getNumberOfChannels(), await track.getSampleRate()]
  const lateSamples = codec === 'aac' ? await readyAacEncoder() : 0
  let faults = 0
  const samples = decodeAudio(track, () => faults++)

  /** The next piece, at its time in the stretch; what lies outside is cut off. */
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
  const targetChannels = Math.min(channels, 2)
  // Browsers' Opus encoders take 16 to 96 kHz.
  const fits = codec === 'aac' ? aacRates.includes(rate) : rate >= 16_000 && rate <= 96_000
  const bitrate = (codec === 'aac' ? 96_000 : 64_000) * targetChannels
  const lateSeconds = lateSamples / (fits ? rate : usualRate)
  const source = new AudioSampleSource({
    codec,
    quality: new Quality({ bitrate }),
    ...(targetChannels === channels && fits
      ? {}
      : { transform: { numberOfChannels: targetChannels, sampleRate: fits ? rate : usualRate } }),
  })
  const seconds = (await track.getDurationFromMetadata().catch(() => null)) ?? (await track.computeDuration())
  let ended = false
  let lastSeconds = Number.NEGATIVE_INFINITY
  let failure: string | null = null
  return {
    source,
    mostPackets: Math.ceil(((seconds + 10) * Math.max(rate, usualRate)) / 900),
    async advance(untilSeconds) {
      try {
        while (pending && lastSeconds <= untilSeconds) {
          lastSeconds = pending.timestamp
          pending.setTimestamp(lastSeconds - lateSeconds)
          try {
            await source.add(pending)
          } finally {
            pending.close()
          }
          pending = await next()
        }
      } catch (cause) {
        pending = null
        failure = `The sound ends early: ${cause instanceof Error ? cause.message : String(cause)}`
      }
      if (pending || ended) return
      ended = true
      source.close()
    },
    dropped: () =>
      failure ?? (faults > 0 ? 'Parts of the sound are broken and are silent in the result.' : null),
    close() {
      pending?.close()
      void samples.return().catch(() => {})
    },
  }
}

const cut = (sample: AudioSample, first: number, end: number): AudioSample | null => {
  const kept = first < end ? sample.trim(first, end) : null
  sample.close()
  return kept
}
