import { type MatteFrame, mattePixels, type PreviewLook } from './matte-pixels.ts'
import type { ShownPicture } from './shown-picture.ts'
import { createVideoPixels } from './video-pixels.ts'

/** Larger than this the preview would only cost. */
const longestSidePx = 1280

/** Draws cut-outs on one canvas: the frame, cut by its matte, on what the result stands on. */
export function cutoutPainter(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d')
  const videoPixels = createVideoPixels()
  const stencil = document.createElement('canvas')
  let stencilOf: { readonly matte: MatteFrame; readonly isOneBit: boolean } | null = null

  const cutStencil = (matte: MatteFrame, isOneBit: boolean) => {
    if (stencilOf?.matte.data === matte.data && stencilOf.isOneBit === isOneBit) return
    stencil.width = matte.width
    stencil.height = matte.height
    stencil
      .getContext('2d')
      ?.putImageData(new ImageData(mattePixels(matte, isOneBit), matte.width, matte.height), 0, 0)
    stencilOf = { matte, isOneBit }
  }

  const drawable = async (image: CanvasImageSource, { isMask }: PreviewLook): Promise<CanvasImageSource> =>
    image instanceof HTMLVideoElement && !isMask ? ((await videoPixels.read(image)) ?? image) : image

  return {
    paint: async (shown: ShownPicture, matte: MatteFrame, look: PreviewLook): Promise<void> => {
      if (!context) return
      const image = await drawable(shown.image, look)
      fitTo(canvas, shown)
      const { width, height } = canvas
      cutStencil(matte, look.isOneBit)
      context.globalCompositeOperation = 'copy'
      if (look.isMask) {
        context.fillStyle = '#000'
        context.fillRect(0, 0, width, height)
        context.globalCompositeOperation = 'source-over'
        context.drawImage(stencil, 0, 0, width, height)
        return
      }
      context.imageSmoothingEnabled = true
      context.drawImage(image, 0, 0, width, height)
      context.imageSmoothingEnabled = !look.isOneBit
      context.globalCompositeOperation = 'destination-in'
      context.drawImage(stencil, 0, 0, width, height)
      if (look.ground === null) return
      context.globalCompositeOperation = 'destination-over'
      context.fillStyle = look.ground
      context.fillRect(0, 0, width, height)
    },
    clear: () => context?.clearRect(0, 0, canvas.width, canvas.height),
  }
}

function fitTo(canvas: HTMLCanvasElement, size: ShownPicture): void {
  const scale = Math.min(1, longestSidePx / Math.max(size.width, size.height))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  if (canvas.width === width && canvas.height === height) return
  canvas.width = width
  canvas.height = height
}
