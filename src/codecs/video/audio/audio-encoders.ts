import { canEncodeAudio } from 'mediabunny'
import { memoizePromise } from '#base/shared-promise.ts'

/** libavcodec's AAC starts with so many samples of nothing, and mediabunny's encoder does not count them. */
const libavcodecPriming = 1024

/**
 * Sees to it that mediabunny can encode AAC: with the browser's encoder, else with one that is loaded now.
 * Resolves with the samples by which what it encodes comes late.
 */
export const ensureAacEncoder = memoizePromise(async (): Promise<number> => {
  if (await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate: 48_000 })) return 0
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
  return libavcodecPriming
})

/** Bits a second at which sound encoded anew is not told from its source: as much for two channels, so much for each more. */
export const audioBitrate = (codec: 'opus' | 'aac', channels: number): number => {
  const [pair, more] = codec === 'aac' ? [192_000, 64_000] : [128_000, 48_000]
  return channels <= 2 ? (pair * channels) / 2 : pair + more * (channels - 2)
}
