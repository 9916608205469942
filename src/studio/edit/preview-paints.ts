import type { Affine } from '#base/affine.ts'
import type { Box, Size } from '#base/geometry.ts'
import type { DrawnEdit } from '#contract/image-edits.ts'
import type { EditView } from './editor-state.ts'

/** The backdrop of the subject: `base`, or with `check` in every other square of 10 CSS px. */
type BackdropColors = { readonly base: string; readonly check: string | null }

/** The inputs of a preview. All lengths are pixels of the canvas. */
export type PaintScene = {
  readonly size: Size
  /** Maps pixels of the picture to pixels of the canvas. */
  readonly map: Affine
  /** The size of the picture in its pixels. */
  readonly pictureSize: Size
  /** Canvas pixels per CSS px. */
  readonly ratio: number
  /** `composed`: the subject alone, over the layer below the canvas. */
  readonly view: EditView | 'composed'
  /** The original; null until it is decoded. */
  readonly picture: ImageBitmap | null
  readonly backdrop: BackdropColors
}

/** The pixels that a stroke uncovers, and their alpha, 0 to 255. */
export type Paint = {
  readonly canvas: OffscreenCanvas
  readonly alpha: number
  /** The same pixels for the current stroke: transparent where it does not cover them. */
  readonly layer: ImageData
}

type PaintName = 'original' | 'tinted' | 'backdrop' | 'white' | 'black' | 'mark'

/** The overlay's tint of the removed part. */
export const overlayTint = '#e5007d'
/** The strength of the tint, 0 to 1. */
export const overlayAlpha = 0.55
/** The colour of a stroke that marks hair: only the worker can compute its alpha. */
const markColor = '#c6f24e'
const markAlpha = 110
const checkPx = 10

/** The look of the picture after an edit of this mode, before the exact result. */
const paintNames: Readonly<Record<PaintScene['view'], Readonly<Record<'keep' | 'remove', PaintName>>>> = {
  result: { keep: 'original', remove: 'backdrop' },
  // Removing cuts out of the subject, so that only the alpha of this paint counts.
  composed: { keep: 'original', remove: 'black' },
  overlay: { keep: 'original', remove: 'tinted' },
  matte: { keep: 'white', remove: 'black' },
  edges: { keep: 'mark', remove: 'mark' },
}

/** The paints of a scene, each made on its first use. */
export const createPaints = (scene: PaintScene): ((edit: Pick<DrawnEdit, 'mode'>) => Paint) => {
  const made = new Map<PaintName, Paint>()
  return ({ mode }) => {
    const name = mode === 'refine' ? 'mark' : paintNames[scene.view][mode]
    const kept = made.get(name)
    if (kept) return kept
    const canvas = paintCanvas(name, scene)
    const layer = transparentPart({ canvas }, { x: 0, y: 0, ...scene.size })
    const paint = { canvas, alpha: name === 'mark' ? markAlpha : 255, layer }
    made.set(name, paint)
    return paint
  }
}

const paintCanvas = (name: PaintName, { size, map, ratio, backdrop, ...scene }: PaintScene) => {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return canvas
  const fill = (style: string | CanvasPattern) => {
    context.fillStyle = style
    context.fillRect(0, 0, size.width, size.height)
  }
  switch (name) {
    case 'white':
    case 'black':
      fill(name)
      break
    case 'mark':
      fill(markColor)
      break
    case 'backdrop': {
      fill(backdrop.base)
      const pattern = backdrop.check ? checkPattern(context, backdrop.check, map, ratio) : null
      if (pattern) fill(pattern)
      break
    }
    case 'original':
    case 'tinted':
      fill('#808080')
      if (scene.picture) drawMapped(context, scene.picture, { map, ...scene })
      if (name === 'tinted') {
        context.globalAlpha = overlayAlpha
        fill(overlayTint)
      }
  }
  return canvas
}

/** Draws an image over the whole picture. */
export const drawMapped = (
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  image: CanvasImageSource,
  { map, pictureSize: { width, height } }: Pick<PaintScene, 'map' | 'pictureSize'>,
): void => {
  context.save()
  context.transform(...map)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  context.restore()
}

/** A part of a paint's pixels, made transparent. */
export const transparentPart = (
  { canvas }: Pick<Paint, 'canvas'>,
  { x, y, width, height }: Box,
): ImageData => {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const part = context?.getImageData(x, y, width, height) ?? new ImageData(width, height)
  clearAlpha(part, { x: 0, y: 0, width, height })
  return part
}

/** Makes the pixels of a box transparent. */
export const clearAlpha = ({ data, width }: ImageData, box: Box): void => {
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const end = (y * width + box.x + box.width) * 4
    for (let at = (y * width + box.x) * 4 + 3; at < end; at += 4) data[at] = 0
  }
}

/** The squares of the checkerboard, aligned to the picture's corner as in the style sheet. */
const checkPattern = (
  context: OffscreenCanvasRenderingContext2D,
  color: string,
  [, , , , x, y]: Affine,
  ratio: number,
): CanvasPattern | null => {
  const tile = new OffscreenCanvas(2 * checkPx, 2 * checkPx)
  const tileContext = tile.getContext('2d')
  if (!tileContext) return null
  tileContext.fillStyle = color
  tileContext.fillRect(checkPx, 0, checkPx, checkPx)
  tileContext.fillRect(0, checkPx, checkPx, checkPx)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix([ratio, 0, 0, ratio, x, y]))
  return pattern
}

/** The colours of an element with a backdrop of the viewer. */
export const backdropColors = (element: Element): BackdropColors => {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  const check = /(?:rgba?|color|oklch|oklab)\([^)]*\)/.exec(backgroundImage)?.[0] ?? null
  return { base: backgroundColor, check }
}
