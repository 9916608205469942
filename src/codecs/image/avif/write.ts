import { askWorker } from '#base/ask-worker.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { usualQuality } from '#contract/result-file.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'
import { withFields } from './avif-fields.ts'

/** What goes to the worker; `data` has words of 16 bits where there are 10 bits a sample. */
type AvifJob = {
  readonly raster: Raster
  readonly options: typeof method & { readonly quality: number; readonly bitDepth: 8 | 10 }
}

/**
 * Speed 8 of 0 to 10: half a second a megapixel on a laptop. Alpha is lossless (quality 100), and colours have their
 * full resolution (4:4:4, value 3), since halved ones mix with the black around a cut-out.
 */
const method = { speed: 8, qualityAlpha: 100, subsample: 3 } as const

/**
 * Encodes an AVIF by libavif and libaom compiled to WebAssembly, in one thread, lossy with lossless alpha. No browser
 * writes one. It runs in a worker of its own, because only ending a worker stops it.
 */
export const encodeAvif = (raster: Raster, options: EncodeOptions): Promise<Blob> =>
  encode(raster, 8, options)

/** The same with 10 bits a sample, colours and alpha: 1.4 times the time, and a sixth more bytes. */
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

/** The largest value of 10 bits a sample. */
const white = 1023

/**
 * The bytes of a picture as libavif takes 10 bits a sample: R G B A, in words of 16 bits. Its encoder has 12 bits too,
 * which few programs show.
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
