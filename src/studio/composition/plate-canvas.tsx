import type { Ref } from 'react'
import { type Box, capSide, type Size } from '#base/geometry.ts'
import type { OriginalBackground } from '#contract/composition.ts'

/** Below this share of the shorter side, a blur reveals that the plate is small. */
const sharpBelow = 0.004

/** Whether a background is so sharp that its plate must be as large as the photo. */
export const isSharp = ({ blur }: OriginalBackground): boolean => blur < sharpBelow

/** The plate extends beyond the shown part by this share of its sides, so that a blur does not fade out there. */
const blurMargin = 0.2

/** How far a plate is repeated beyond its edges, as a share of its sides; `source`: see `ViewerLayout`. */
export const plateMargin = ({ x, y, width, height }: Box): number =>
  blurMargin + Math.max(0, x / width, (1 - x - width) / width, y / height, (1 - y - height) / height)

type PlateProps = { readonly ref: Ref<HTMLCanvasElement>; readonly margin: number }

/** The canvas of `createPlatePainter`. */
export const PlateCanvas = ({ ref, margin }: PlateProps) => (
  <canvas
    ref={ref}
    className="absolute max-w-none"
    style={{
      left: `${-margin * 100}%`,
      top: `${-margin * 100}%`,
      width: `${(1 + 2 * margin) * 100}%`,
      height: `${(1 + 2 * margin) * 100}%`,
    }}
  />
)

/** The longer side at which the subject's place is filled, and that of a plate to be blurred. */
const fillSide = 160
const sharpSide = 1280
/** The longer side of a sharp plate with its repeated margin. */
const maxSide = 2560
/** The longer side at which the subject is spread for a sharp plate. */
const coverSide = 640
/** How far around the subject the photo may contain the subject's colours, in pixels at `fillSide`. */
const spread = 2

/** Paints clean plates: pictures without their subject, filled with the surrounding colours. */
interface PlatePainter {
  /**
   * `subject` contains the subject's alpha at any size. `isSharp`: the plate is as sharp as the picture. `margin`: see
   * `plateMargin`.
   */
  paint(
    canvas: HTMLCanvasElement,
    picture: CanvasImageSource,
    subject: CanvasImageSource,
    isSharp: boolean,
    margin: number,
  ): void
}

/**
 * Fills like `makeCleanPlate` of the engine, by pulling colours up a pyramid and pushing them down (Gortler et al.,
 * _The Lumigraph_, SIGGRAPH 1996). The drawing operations of a canvas weight pixels by alpha too.
 */
export const createPlatePainter = (): PlatePainter => {
  const levels: HTMLCanvasElement[] = []
  const seen = document.createElement('canvas')
  const cover = document.createElement('canvas')
  const level = (index: number, size: Size) => {
    const canvas = levels[index] ?? document.createElement('canvas')
    levels[index] = canvas
    return emptied(canvas, size)
  }

  /** The picture at a small size, fully opaque. */
  const fill = (
    picture: CanvasImageSource,
    subject: CanvasImageSource,
    size: Size,
  ): HTMLCanvasElement | null => {
    const sizes = [size]
    for (let { width, height } = size; width > 1 || height > 1; ) {
      width = Math.ceil(width / 2)
      height = Math.ceil(height / 2)
      sizes.push({ width, height })
    }
    const contexts = sizes.map((each, index) => level(index, each))
    for (const [index, context] of contexts.entries()) {
      if (!context) return null
      const { width, height } = context.canvas
      const finer = index === 0 ? picture : levels[index - 1]
      if (finer) context.drawImage(finer, 0, 0, width, height)
      if (index === 0) {
        context.globalCompositeOperation = 'destination-out'
        for (const [x, y] of around) context.drawImage(subject, x * spread, y * spread, width, height)
      }
    }
    for (const [index, context] of contexts.toReversed().entries()) {
      if (!context) return null
      const { canvas } = context
      context.globalCompositeOperation = 'destination-over'
      // Repeated drawing raises the alpha of partly known pixels, most at the coarsest level, which has no fallback.
      for (let times = 0; times < (index === 0 ? 12 : 3); times++) context.drawImage(canvas, 0, 0)
      const coarser = levels[contexts.length - index]
      if (index > 0 && coarser) context.drawImage(coarser, 0, 0, canvas.width, canvas.height)
    }
    return contexts[0]?.canvas ?? null
  }

  return {
    paint: (canvas, picture, subject, isSharp, margin) => {
      const size = sizeOf(picture)
      if (size.width === 0) return
      const filled = fill(picture, subject, capSide(size, fillSide))
      if (!filled) return
      if (!isSharp) return paintWithMargin(canvas, filled, margin)
      const context = emptied(seen, capSide(size, Math.min(sharpSide, maxSide / (1 + 2 * margin))))
      if (!context) return
      const { width, height } = seen
      context.drawImage(picture, 0, 0, width, height)
      context.globalCompositeOperation = 'destination-out'
      // The subject is spread on a small canvas, so that the large one is drawn only once.
      const small = emptied(cover, capSide(size, coverSide))
      const step = (spread * cover.width) / filled.width
      for (const [x, y] of around) small?.drawImage(subject, x * step, y * step, cover.width, cover.height)
      context.drawImage(cover, 0, 0, width, height)
      context.globalCompositeOperation = 'destination-over'
      context.drawImage(filled, 0, 0, width, height)
      paintWithMargin(canvas, seen, margin)
    },
  }
}

/** A pixel and its eight neighbours. */
const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const))

const emptied = (canvas: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D | null => {
  // Setting a size also clears the canvas and resets its context.
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d')
}

/** Draws the picture in the middle, with its outermost pixels repeated around it. */
const paintWithMargin = (canvas: HTMLCanvasElement, picture: HTMLCanvasElement, margin: number): void => {
  const { width, height } = picture
  const [across, down] = [Math.round(width * margin), Math.round(height * margin)]
  const context = emptied(canvas, { width: width + 2 * across, height: height + 2 * down })
  if (!context) return
  const columns = [
    [0, 1, 0, across],
    [0, width, across, width],
    [width - 1, 1, across + width, across],
  ] as const
  const rows = [
    [0, 1, 0, down],
    [0, height, down, height],
    [height - 1, 1, down + height, down],
  ] as const
  for (const [x, fromWidth, toX, toWidth] of columns)
    for (const [y, fromHeight, toY, toHeight] of rows)
      context.drawImage(picture, x, y, fromWidth, fromHeight, toX, toY, toWidth, toHeight)
}

const sizeOf = (picture: CanvasImageSource): Size => {
  if (picture instanceof HTMLVideoElement) return { width: picture.videoWidth, height: picture.videoHeight }
  if (picture instanceof HTMLImageElement)
    return { width: picture.naturalWidth, height: picture.naturalHeight }
  if (picture instanceof VideoFrame) return { width: picture.displayWidth, height: picture.displayHeight }
  return { width: Number(picture.width), height: Number(picture.height) }
}
