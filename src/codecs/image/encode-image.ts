import { type ImageFormat, imageFormats } from '#contract/output-formats.ts'
import type { Raster } from '#engine/raster.ts'
import { encodePng } from './encode-png.ts'
import type { Picture } from './picture.ts'

/** JPEG and lossy WebP, 0 to 1. */
const quality = 0.95

/**
 * Encodes a picture without any metadata (D-19). Throws a TypeError for a transparent JPEG, and the signal's reason
 * when it was aborted.
 */
export const encodeImage = async (
  picture: Picture,
  format: ImageFormat,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Blob> => {
  signal?.throwIfAborted()
  if (format === 'png') return await encodePng(picture, signal)
  if (format === 'jpg' && picture.kind === 'colour' && !picture.opaque)
    throw new TypeError('JPEG has no transparency')
  return await encodeByCanvas(toRaster(picture), imageFormats[format].mime, signal)
}

const encodeByCanvas = async (
  raster: Raster,
  mime: string,
  signal: AbortSignal | undefined,
): Promise<Blob> => {
  const canvas = new OffscreenCanvas(raster.width, raster.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D canvas in this worker')
  context.putImageData(
    new ImageData(raster.data as Uint8ClampedArray<ArrayBuffer>, raster.width, raster.height),
    0,
    0,
  )
  const blob = await canvas.convertToBlob({ type: mime, quality })
  signal?.throwIfAborted()
  if (blob.type !== mime) throw new Error(`this browser cannot encode ${mime}`)
  return blob
}

const toRaster = (picture: Picture): Raster => {
  if (picture.kind === 'colour') return picture.raster
  const { width, height, data } = picture.alpha
  const words = new Uint32Array(data.length)
  for (let i = 0; i < data.length; i++) words[i] = 0xff000000 | (data[i] * 0x010101)
  return { width, height, data: new Uint8ClampedArray(words.buffer) }
}
