import { capSide, type Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { decodePicture, decodeSmall } from './decode-picture.ts'

/** The longer side in pixels: what a row shows, at three device pixels to one. */
const rowSidePx = 128
/** The same for a tile of the grid of results. */
export const tileSidePx = 256

/**
 * The picture is first made as small as so many times that size, which hides the low quality of that step: better
 * qualities block the main thread for 60 ms with a photo of 24 megapixels.
 */
const coarseFactor = 3

/**
 * A small, upright copy of a picture, with its transparency. Takes less memory where its size is known. Rejects where
 * this browser cannot decode it.
 */
export const makeThumbnail = (file: Blob, size: Size | null = null, sidePx = rowSidePx): Promise<Blob> =>
  enqueue(async () => {
    const coarseSidePx = coarseFactor * sidePx
    const coarse = size
      ? await decodePicture(file, coarseOptions(size, coarseSidePx))
      : await decodeCoarse(file, coarseSidePx)
    const { width, height } = wholePixels(capSide(size ?? coarse, sidePx))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context) context.imageSmoothingQuality = 'high'
    context?.drawImage(coarse, 0, 0, width, height)
    coarse.close()
    return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
  })

const decodeCoarse = async (file: Blob, coarseSidePx: number): Promise<ImageBitmap> => {
  const whole = await decodeSmall(file, coarseSidePx)
  const coarse = await createImageBitmap(whole, coarseOptions(whole, coarseSidePx))
  whole.close()
  return coarse
}

const coarseOptions = (size: Size, coarseSidePx: number): ImageBitmapOptions => {
  const { width, height } = wholePixels(capSide(size, coarseSidePx))
  return { resizeWidth: width, resizeHeight: height, resizeQuality: 'low' }
}

const wholePixels = ({ width, height }: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
})

/** One picture is decoded at a time: forty at once would be forty times its memory. */
const enqueue = createTaskQueue()
