import { canEncodeAudio } from 'mediabunny'
import { memoizePromise } from '#base/promises.ts'
import { loadPart } from '#contract/load-part.ts'

/** The version of @mediabunny/aac-encoder that `libavcodecPriming` was measured with. */
export const aacEncoderVersion = '1.59.0'

/** Samples of silence that libavcodec's AAC encoder puts first; mediabunny does not subtract them from the times. */
const libavcodecPriming = 1024

/**
 * Makes mediabunny able to encode AAC: with the browser's encoder, else with one that is loaded now. Resolves with the
 * number of samples by which the encoded sound comes late. Rejects where the encoder cannot be loaded.
 */
export const ensureAacEncoder = memoizePromise(async (): Promise<number> => {
  if (await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate: 48_000 })) return 0
  const { registerAacEncoder } = await loadPart(() => import('@mediabunny/aac-encoder'))
  registerAacEncoder()
  return libavcodecPriming
})

/**
 * Bits a second at which encoded sound cannot be told from its source: a rate for two channels, and one for each more.
 */
export const audioBitrate = (codec: 'opus' | 'aac', channels: number): number => {
  const [pair, more] = codec === 'aac' ? [192_000, 64_000] : [128_000, 48_000]
  return channels <= 2 ? (pair * channels) / 2 : pair + more * (channels - 2)
}
