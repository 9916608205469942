import { createTaskQueue } from '#base/promises.ts'

/** The side of a thumbnail in pixels: more than twice its CSS size, for screens of high density. */
export const thumbnailSidePx = 112

/**
 * A square WebP of the middle of a picture, upright and with its transparency. Decodes off the main thread, one picture
 * at a time to bound the memory. Rejects where this browser cannot decode the picture.
 */
export const makeThumbnail = (picture: Blob, decode: Decode): Promise<Blob> =>
  enqueue(() => shrink(picture, decode))

/** Decodes a picture, upright; may reduce its shorter side to `sidePx`. */
export type Decode = (picture: Blob, sidePx: number) => Promise<ImageBitmap>

const enqueue = createTaskQueue()

/** A picture is first shrunk coarsely to this side: 5 ms of the main thread for 24 megapixels instead of over 40. */
const coarseSidePx = 4 * thumbnailSidePx

const shrink = async (picture: Blob, decode: Decode): Promise<Blob> => {
  const whole = await decode(picture, coarseSidePx)
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

/** A square of the source, shrunk to `maxPx` where it is larger. */
const drawSquare = (
  source: CanvasImageSource,
  { left, top, side }: Square,
  maxPx: number,
  quality: ImageSmoothingQuality,
): OffscreenCanvas => {
  const px = Math.min(maxPx, side)
  const canvas = new OffscreenCanvas(px, px)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = quality
  context.drawImage(source, left, top, side, side, 0, 0, px, px)
  return canvas
}
