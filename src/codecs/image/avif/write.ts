import { askWorker } from '#base/ask-worker.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { usualQuality } from '#contract/result-file.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'
import { withFields } from './avif-fields.ts'

/** The message to the worker; `data` has 16-bit words at a depth of 10 bits. */
type AvifJob = {
  readonly raster: Raster
  readonly options: typeof method & { readonly quality: number; readonly bitDepth: 8 | 10 }
}

/**
 * Speed 8 of 0 to 10: half a second per megapixel on a laptop. Alpha is lossless (quality 100), and colours have full
 * resolution (4:4:4, value 3), since halved colours mix with the black around a cut-out.
 */
const method = { speed: 8, qualityAlpha: 100, subsample: 3 } as const

/**
 * Encodes an AVIF with libavif and libaom in WebAssembly, in one thread, lossy with lossless alpha. No browser encodes
 * AVIF. Each call has its own worker, since only ending a worker stops the encoder.
 */
export const encodeAvif = (raster: Raster, options: EncodeOptions): Promise<Blob> =>
  encode(raster, 8, options)

/** As `encodeAvif`, with 10 bits per sample of colours and alpha: 1.4 times the time, and a sixth more bytes. */
export const encodeDeepAvif = (picture: DeepPicture, options: EncodeOptions): Promise<Blob> =>
  encode({ ...picture, data: toTenBits(picture) }, 10, options)

const encode = async (
  { width, height, data }: Raster,
  bitDepth: 8 | 10,
  { signal, colorSpace, resolution, quality = usualQuality.avif }: EncodeOptions,
): Promise<Blob> => {
  const worker = new Worker(new URL('./avif-worker.ts', import.meta.url), { type: 'module', name: 'avif' })
  const job: AvifJob = { raster: { width, height, data }, options: { ...method, quality, bitDepth } }
  const encoded = await askWorker<Blob | null>(worker, job, signal)
  if (!encoded) throw new Error('libavif could not encode this picture')
  return await withFields(encoded, { colorSpace, resolution: resolution ?? null })
}

/** The largest 10-bit sample. */
const white = 1023

/**
 * The 10-bit samples of a picture for libavif: R G B A in 16-bit words. Few programs show 12 bits, which it supports
 * too.
 */
export const toTenBits = ({ width, height, channels, data }: DeepPicture): Uint8ClampedArray => {
  const words = new Uint16Array(width * height * 4).fill(white)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < (channels === 4 ? 4 : 3); channel++) {
      const sample = data[pixel * channels + (channels === 1 ? 0 : channel)]
      words[pixel * 4 + channel] = Math.round((sample * white) / 65_535)
    }
  return new Uint8ClampedArray(words.buffer)
}
