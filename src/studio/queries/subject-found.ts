import { queryOptions } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'

/** Pixels below this alpha belong to no subject (D-14). */
const leastAlpha = 0.05 * 255
const sidePx = 64

/**
 * Whether a transparent result shows anything at all. Only asked of results that can say it: an opaque
 * one hides where the subject is.
 */
export const subjectFound = (key: string, { image }: ImageAnswer) =>
  queryOptions({
    queryKey: ['subject', key, image.size],
    networkMode: 'always',
    queryFn: () => hasOpaquePixel(image),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

async function hasOpaquePixel(image: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(image, {
    resizeWidth: sidePx,
    resizeHeight: sidePx,
    resizeQuality: 'medium',
  })
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d')
  if (!context) return true
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return hasSubject(context.getImageData(0, 0, sidePx, sidePx).data)
}

/** `pixels`: R G B A, one byte each. */
export const hasSubject = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= leastAlpha) return true
  return false
}
