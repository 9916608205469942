import { createTaskQueue } from '#base/task-queue.ts'

/** The sides of a thumbnail in pixels: more than twice what is drawn, for sharp screens. */
export const thumbnailSidePx = 112

/**
 * A small square WebP of the middle of a picture that this browser can decode, upright and with its
 * transparency. Decodes off the main thread, one at a time: forty at once would be forty times the memory.
 */
export const makeThumbnail = (picture: Blob): Promise<Blob> => enqueue(() => shrink(picture))

const enqueue = createTaskQueue()

/** Shrunk coarsely to this first: the finer way from 24 megapixels holds the main thread for over 40 ms, this for 5. */
const coarseSidePx = 4 * thumbnailSidePx

const shrink = async (picture: Blob): Promise<Blob> => {
  const whole = await createImageBitmap(picture)
  try {
    const { width, height } = whole
    const side = Math.min(width, height)
    const middle = { left: (width - side) / 2, top: (height - side) / 2, side }
    const coarse = drawSquare(whole, middle, coarseSidePx, 'low')
    const fine = drawSquare(coarse, { left: 0, top: 0, side: coarse.width }, thumbnailSidePx, 'medium')
    return await fine.convertToBlob({ type: 'image/webp', quality: 0.8 })
  } finally {
    whole.close()
  }
}

type Square = { readonly left: number; readonly top: number; readonly side: number }

/** A square of the source, made smaller to `mostPx` where it is larger. */
const drawSquare = (
  source: CanvasImageSource,
  { left, top, side }: Square,
  mostPx: number,
  quality: ImageSmoothingQuality,
): OffscreenCanvas => {
  const px = Math.min(mostPx, side)
  const canvas = new OffscreenCanvas(px, px)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = quality
  context.drawImage(source, left, top, side, side, 0, 0, px, px)
  return canvas
}
