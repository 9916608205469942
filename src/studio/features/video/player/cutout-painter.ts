import { capSide, type Size } from '#base/geometry.ts'
import { formatColor, white } from '#contract/color.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isOpaqueVideo } from '#library/recipe/video-recipe.ts'
import type { DisplayedFrame } from './displayed-frame.ts'
import { createVideoPixels } from './video-pixels.ts'

/** The matte of one frame, one byte per pixel, rows from the top. */
export type MatteFrame = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** How the preview composes a frame and its matte, to look like the result. */
export type PreviewComposite = {
  /** Whether to show the matte itself, white on black. */
  readonly isMask: boolean
  /** The CSS colour behind the subject; null for transparency. */
  readonly background: string | null
  /** Whether alpha is only 0 or 255, as in a GIF (D-33). */
  readonly hasBinaryAlpha: boolean
}

/** For an opaque result with a matte beside it (`isPair`), the composite of both. */
export const previewComposite = (
  options: VideoOptions,
  parts?: CompositionParts | null,
  isPair = false,
): PreviewComposite => ({
  isMask: options.channels === 'alpha',
  background:
    options.channels !== 'alpha' && isOpaqueVideo(options) && !isPair
      ? formatColor(options.bg_color ?? white)
      : null,
  hasBinaryAlpha: videoFormatRow(options.format).binaryAlpha && !isOpaqueVideo(options, parts),
})

/** Whether two previews look the same. */
export const sameComposite = (a: PreviewComposite, b: PreviewComposite): boolean =>
  a.isMask === b.isMask && a.background === b.background && a.hasBinaryAlpha === b.hasBinaryAlpha

/** White RGBA pixels, one byte a channel, whose alpha is the matte. `hasBinaryAlpha` thresholds it at 128. */
export const mattePixels = ({ width, height, data }: MatteFrame, isOneBit: boolean) => {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1) {
    const alpha = data[at] ?? 0
    pixels[at * 4 + 3] = isOneBit ? (alpha >= 128 ? 255 : 0) : alpha
  }
  return pixels
}

/** A drawn frame, white pixels with the alpha of its matte, and the size of the canvas. */
export type PaintedFrame = {
  readonly picture: CanvasImageSource
  readonly subject: HTMLCanvasElement
  readonly size: Size
}

/** The longest side of the preview in pixels; more costs time without a visible gain. */
const maxSidePx = 1280
/** The canvas changes its size in steps, so that dragging a window rarely resizes it. */
const sideStep = 160

/** Draws cut-outs on one canvas: the frame times its matte, over the background of the result. */
export function createCutoutPainter(canvas: HTMLCanvasElement) {
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

  const drawable = async (
    image: CanvasImageSource,
    { isMask }: PreviewComposite,
  ): Promise<CanvasImageSource> =>
    image instanceof HTMLVideoElement && !isMask ? ((await videoPixels.read(image)) ?? image) : image

  return {
    /** Resolves with the drawn frame; with null if it was the matte itself. */
    paint: async (
      shown: DisplayedFrame,
      matte: MatteFrame,
      composite: PreviewComposite,
    ): Promise<PaintedFrame | null> => {
      if (!context) return null
      const image = await drawable(shown.image, composite)
      fitTo(canvas, shown)
      const { width, height } = canvas
      cutStencil(matte, composite.hasBinaryAlpha)
      context.globalCompositeOperation = 'copy'
      if (composite.isMask) {
        context.fillStyle = '#000'
        context.fillRect(0, 0, width, height)
        context.globalCompositeOperation = 'source-over'
        context.drawImage(stencil, 0, 0, width, height)
        return null
      }
      const drawn = { picture: image, subject: stencil, size: { width, height } }
      context.imageSmoothingEnabled = true
      context.drawImage(image, 0, 0, width, height)
      context.imageSmoothingEnabled = !composite.hasBinaryAlpha
      context.globalCompositeOperation = 'destination-in'
      context.drawImage(stencil, 0, 0, width, height)
      if (composite.background === null) return drawn
      context.globalCompositeOperation = 'destination-over'
      context.fillStyle = composite.background
      context.fillRect(0, 0, width, height)
      return drawn
    },
    clear: () => context?.clearRect(0, 0, canvas.width, canvas.height),
  }
}

function fitTo(canvas: HTMLCanvasElement, size: DisplayedFrame): void {
  const box = canvas.getBoundingClientRect()
  const shown = Math.max(box.width, box.height) * devicePixelRatio
  const side = Math.ceil(shown / sideStep) * sideStep
  const { width, height } = capSide(size, side > 0 ? Math.min(maxSidePx, side) : maxSidePx)
  if (canvas.width === width && canvas.height === height) return
  canvas.width = width
  canvas.height = height
}
