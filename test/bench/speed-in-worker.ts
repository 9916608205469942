import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { openNetworks } from '#matting/open-networks.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { type SpeedWay, speedWays } from './speed-ways.ts'

/** The first photo is for warming up. None of the others but one is begun after `seconds`. */
export type SpeedOrder = { readonly photos: readonly Blob[]; readonly seconds: number }
/** Milliseconds from file to PNG of one photo. */
export type SpeedRow = Readonly<Record<SpeedWay, number>> & { readonly device: string }
/** As many rows as there was time for, in the order of the photos after the first. */
export type SpeedReply = { readonly rows: readonly SpeedRow[] }

const call = { signal: new AbortController().signal, onProgress: () => {} }
const side = { width: 1024, height: 1024 }
const networks = openNetworks()
const matter = networks.then(openImageMatter)

/**
 * What the best in-browser peer does: the browser's decoder, one pass of the fp16 weights at 1024 px, bilinear
 * upsampling, the canvas' PNG encoder. The weights are the tuned ones, which take the same time.
 */
const plainWay = async (photo: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(photo)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D canvas here.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  const matte = await (await networks).run('isnet-tuned-fp16', toTensor(image, side), side, call)
  const alpha = resizePlane(matte, image)
  for (const [index, value] of alpha.data.entries()) image.data[index * 4 + 3] = value * 255
  context.putImageData(image, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

const measure = async ({ photos, seconds }: SpeedOrder): Promise<SpeedReply> => {
  const end = performance.now() + seconds * 1000
  const { removeImage } = openImagePipeline({ decodeImage, encodeImage, matter: await matter })
  const run = (way: SpeedWay, photo: Blob) =>
    way === 'plain'
      ? plainWay(photo)
      : removeImage({ id: 'req_bench', image: photo, options: parseImageOptions({ level: way }) }, call)
  const rows: SpeedRow[] = []
  // Nothing is loaded or compiled within what is measured, the networks of further passes neither.
  const { passes, device } = await networks
  const levels = Object.values(passes[device.backend])
  for (const { network } of levels.flatMap(({ image }) => image)) await (await networks).load(network, call)
  const [warmUp, ...rest] = photos
  if (warmUp) for (const way of speedWays) await run(way, warmUp)
  for (const photo of rest) {
    if (rows.length > 0 && performance.now() > end) break
    const times = {} as Record<SpeedWay, number>
    for (const way of speedWays) {
      const start = performance.now()
      await run(way, photo)
      times[way] = performance.now() - start
    }
    rows.push({ ...times, device: device.label })
  }
  return { rows }
}

self.onmessage = ({ data }: MessageEvent<SpeedOrder>) => {
  measure(data).then((reply) => self.postMessage(reply), reportError)
}
