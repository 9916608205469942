import { capSide, type Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { decodePicture } from './decode-picture.ts'

/** The longer side in pixels: what a row shows, at three device pixels to one. */
const sidePx = 128

/**
 * The picture is decoded at so many times that size, which hides the low quality of that step: better qualities block the main
 * thread for 60 ms with a photo of 24 megapixels.
 */
const decodedFactor = 3

/** A small, upright copy of a picture, with its transparency. Rejects where this browser cannot decode it. */
export const makeThumbnail = (file: Blob, size: Size): Promise<Blob> =>
  enqueue(async () => {
    const { width, height } = wholePixels(capSide(size, sidePx))
    const { width: resizeWidth, height: resizeHeight } = wholePixels(capSide(size, sidePx * decodedFactor))
    const bitmap = await decodePicture(file, { resizeWidth, resizeHeight, resizeQuality: 'low' })
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context) context.imageSmoothingQuality = 'high'
    context?.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
  })

const wholePixels = ({ width, height }: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
})

/** One picture is decoded at a time: forty at once would be forty times its memory. */
const enqueue = createTaskQueue()
