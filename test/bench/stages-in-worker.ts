import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { type Level, levels } from '#contract/image-options.ts'
import { compose, cutOut } from '#engine/compose.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { openNetworks } from '#matting/open-networks.ts'

/** Milliseconds of the stages that work on every pixel. */
export type PixelTimes = Readonly<Record<'decode' | 'refine' | 'foreground' | 'cut' | 'encode', number>>

export type PhotoTimes = {
  readonly megapixels: number
  /** Milliseconds of one estimate at each level. */
  readonly inference: Readonly<Record<Level, number>>
  readonly runs: readonly PixelTimes[]
}

export type StagesOrder = { readonly photos: readonly Blob[]; readonly runs: number }
export type StagesReply = { readonly photos: readonly PhotoTimes[]; readonly device: string }

const call = { signal: new AbortController().signal, onProgress: () => {} }

const timed = async <T>(task: () => T | Promise<T>): Promise<[result: T, ms: number]> => {
  const start = performance.now()
  const result = await task()
  return [result, performance.now() - start]
}

/** The steps of the pipeline one by one, with everything loaded. */
const measurePixels = async (photo: Blob, matte: AlphaMaskF32): Promise<PixelTimes> => {
  const [{ raster }, decode] = await timed(() => decodeImage(photo))
  const [alpha, refine] = await timed(() => refineAlpha(raster, matte))
  const [, foreground] = await timed(() => estimateForeground(raster, alpha))
  const [, cut] = await timed(() => {
    subjectBox(alpha)
    cutOut(raster, alpha)
  })
  const [, encode] = await timed(() => encodeImage(compose(raster, { kind: 'cutout' }), 'png'))
  return { decode, refine, foreground, cut, encode }
}

const answer = async ({ photos, runs }: StagesOrder): Promise<StagesReply> => {
  const { device, estimate } = openImageMatter(await openNetworks())
  const measure = async (photo: Blob): Promise<PhotoTimes> => {
    const { raster } = await decodeImage(photo)
    const inference = {} as Record<Level, number>
    let matte = await estimate(raster, 'fast', call)
    for (const level of levels) {
      const [estimated, ms] = await timed(() => estimate(raster, level, call))
      inference[level] = ms
      matte = estimated
    }
    const times: PixelTimes[] = []
    for (let run = 0; run < runs; run++) times.push(await measurePixels(photo, matte))
    return { megapixels: (raster.width * raster.height) / 1e6, inference, runs: times }
  }
  // The first run of a network and of a loop is slower than all that follow.
  const [first] = photos
  if (first) {
    const { raster } = await decodeImage(first)
    await measurePixels(first, await estimate(raster, 'fine', call))
  }
  const measured: PhotoTimes[] = []
  for (const photo of photos) measured.push(await measure(photo))
  return { photos: measured, device: device.label }
}

self.onmessage = ({ data }: MessageEvent<StagesOrder>) => {
  answer(data).then((reply) => self.postMessage(reply), reportError)
}
