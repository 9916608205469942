import type { Size } from '#base/geometry.ts'
import { findContactShadow, shadowSize } from '#engine/composition/contact-shadow.ts'

/** Paints the photo's own contact shadow, as the result has it, whole and black. */
interface ContactPainter {
  /** `picture` is the photo, whose size is `size`; `subject` has its subject's alpha, at any size. */
  paint(canvas: HTMLCanvasElement, picture: CanvasImageSource, subject: CanvasImageSource, size: Size): void
}

export const createContactPainter = (): ContactPainter => {
  const [photo, stencil] = [document.createElement('canvas'), document.createElement('canvas')]
  const pixelsOf = (canvas: HTMLCanvasElement, source: CanvasImageSource, { width, height }: Size) => {
    // Setting a size also clears a canvas.
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(source, 0, 0, width, height)
    return context?.getImageData(0, 0, width, height).data
  }
  return {
    paint: (canvas, picture, subject, size) => {
      const small = shadowSize(size)
      const [seen, cut] = [pixelsOf(photo, picture, small), pixelsOf(stencil, subject, small)]
      if (!seen || !cut) return
      const alpha = new Uint8ClampedArray(small.width * small.height).map((_, i) => cut[i * 4 + 3] ?? 0)
      const shadow = findContactShadow({ ...small, photo: seen, alpha })
      const pixels = new ImageData(small.width, small.height)
      for (let i = 0; i < shadow.length; i++) pixels.data[i * 4 + 3] = shadow[i] ?? 0
      if (canvas.width !== small.width || canvas.height !== small.height) Object.assign(canvas, small)
      canvas.getContext('2d')?.putImageData(pixels, 0, 0)
    },
  }
}
