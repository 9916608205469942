import { decodePicture } from '#studio/media/decode-picture.ts'

/** Both results are compared at this size, so that it takes no time. */
const sidePx = 256

/** How much of the picture another alpha has, from 0 to 1; null where there is nothing to compare with. */
export async function changedShare(before: Blob | null, after: Blob): Promise<number | null> {
  if (!before) return null
  const [a, b] = await Promise.all([alphaOf(before), alphaOf(after)])
  return meanDifference(a, b)
}

/** The mean absolute difference of the alphas of RGBA pixels, from 0 to 1. */
const meanDifference = (a: Uint8ClampedArray, b: Uint8ClampedArray): number => {
  let sum = 0
  for (let at = 3; at < a.length; at += 4) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / 255 / (a.length / 4)
}

async function alphaOf(image: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await decodePicture(image, {
    resizeWidth: sidePx,
    resizeHeight: sidePx,
    resizeQuality: 'medium',
  })
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, sidePx, sidePx).data
}
