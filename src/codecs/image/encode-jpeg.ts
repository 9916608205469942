import type { Raster } from '#engine/raster.ts'

/** 0 to 1. */
const quality = 0.95

/**
 * Encodes an opaque picture through the browser's own encoder, which every browser has. Chromium halves the colour's
 * resolution (4:2:0) below quality 1; mozjpeg could keep it, but took 25 times as long.
 */
export const encodeJpeg = async (raster: Raster, signal: AbortSignal | undefined): Promise<Blob> => {
  const { width, height, data } = raster
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('No 2D canvas in this worker')
  context.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  signal?.throwIfAborted()
  return blob
}
