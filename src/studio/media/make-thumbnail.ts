import { capSide, type Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { decodePicture, decodeSmall } from './decode-picture.ts'

/** The longer side in pixels: the size in a row, at three device pixels per CSS px. */
const rowSidePx = 128
/** The longer side for a tile of the grid. */
export const tileSidePx = 256

/**
 * The picture is first reduced to this multiple of the final size, which hides the low quality of that step: better
 * quality blocks the main thread for 60 ms with a photo of 24 megapixels.
 */
const coarseFactor = 3

/**
 * A small, upright copy of a picture, with its transparency. Uses less memory if `size` is known. Rejects if this
 * browser cannot decode it.
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

/** Decodes one picture at a time: forty at once would need forty times the memory. */
const enqueue = createTaskQueue()
