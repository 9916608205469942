import { capSide, type Size } from '#base/geometry.ts'
import { type Composition, compositionLimits, rgbOf } from '#contract/composition.ts'
import { distanceTransform } from '#engine/composition/distance-transform.ts'

/** Canvases below the subject, with the place and shape of the result. */
type EffectCanvases = { readonly shadow: HTMLCanvasElement; readonly outline: HTMLCanvasElement }

/** Paints shadow and outline like the engine, but smaller, in a few milliseconds. */
interface EffectPainter {
  /**
   * `draw` draws the subject as it lies in a result of this size. It is called again only if it is another function.
   */
  paint(
    canvases: EffectCanvases,
    draw: DrawSubject,
    size: Size,
    effects: Pick<Composition, 'shadow' | 'outline'>,
  ): void
}

/** Draws the subject on an area of `size`; only its alpha is used. */
export type DrawSubject = (context: CanvasRenderingContext2D, size: Size) => void

/**
 * The longer side of both canvases: more is hardly visible while a slider moves, and less suffices in a playing clip.
 */
export const effectSides = { picture: 960, clip: 640 } as const
/** The alpha from which a pixel belongs to the shape, as in the engine. */
const inside = 128
/** Distances are stored in steps, this many per pixel, so that a table maps them to pixels. */
const steps = 8

export const createEffectPainter = (maxSide: number): EffectPainter => {
  const silhouette = document.createElement('canvas')
  let drawn: DrawSubject | null = null
  let distances: Uint16Array | null = null
  let pixels: ImageData | null = null
  /** The canvas with the painted outline, and its look. */
  let painted: { readonly on: HTMLCanvasElement | null; readonly look: string } = { on: null, look: '' }

  const trace = (draw: DrawSubject, size: Size) => {
    if (drawn === draw && silhouette.width === size.width && silhouette.height === size.height) return
    drawn = draw
    distances = null
    Object.assign(silhouette, size)
    const context = silhouette.getContext('2d', { willReadFrequently: true })
    if (context) draw(context, size)
  }

  /** Distances to the subject, in steps; they serve all widths of an outline. */
  const measure = ({ width, height }: Size): Uint16Array | null => {
    if (distances) return distances
    const context = silhouette.getContext('2d', { willReadFrequently: true })
    const painted = context?.getImageData(0, 0, width, height).data
    if (!painted) return null
    const alpha = new Uint8ClampedArray(width * height)
    for (let i = 0; i < alpha.length; i++) alpha[i] = painted[i * 4 + 3] ?? 0
    const reach = Math.ceil(compositionLimits.outline.max * Math.min(width, height)) + 1
    const measured = distanceTransform({ width, height, data: alpha }, inside, reach)
    const furthest = (reach + 1) * steps
    distances = new Uint16Array(measured.length)
    for (let i = 0; i < distances.length; i++)
      distances[i] = Math.min(furthest, Math.round((measured[i] ?? reach) * steps))
    return distances
  }

  const paintOutline = (
    canvas: HTMLCanvasElement,
    size: Size,
    { width, color }: NonNullable<Composition['outline']>,
  ) => {
    const found = measure(size)
    const context = canvas.getContext('2d')
    if (!found || !context) return
    const table = coverTable(width * Math.min(size.width, size.height), color)
    if (pixels?.width !== size.width || pixels.height !== size.height)
      pixels = new ImageData(size.width, size.height)
    const words = new Uint32Array(pixels.data.buffer)
    for (let i = 0; i < words.length; i++) {
      const step = found[i] ?? 0
      words[i] = step < table.length ? (table[step] ?? 0) : 0
    }
    context.putImageData(pixels, 0, 0)
  }

  return {
    paint: (canvases, draw, shown, { shadow, outline }) => {
      const size = capSide(shown, maxSide)
      const unit = Math.min(size.width, size.height)
      const { shadow: below, outline: line } = canvases
      // Setting a size also clears a canvas.
      Object.assign(below, size)
      const isOutlined = outline !== null && outline.width > 0
      if (shadow || isOutlined) trace(draw, size)
      const look = JSON.stringify(isOutlined ? { ...size, ...outline } : null)
      if (look !== painted.look || line !== painted.on || distances === null) {
        Object.assign(line, size)
        if (isOutlined) paintOutline(line, size, outline)
        painted = { on: line, look }
      }
      const context = below.getContext('2d')
      if (!shadow || !context) return
      const turn = (shadow.angle * Math.PI) / 180
      const { r, g, b } = rgbOf(shadow.color)
      context.shadowColor = `rgb(${r} ${g} ${b} / ${shadow.opacity})`
      // Twice the standard deviation: WHATWG, HTML, `shadowBlur`.
      context.shadowBlur = 2 * shadow.softness * unit
      // The shape itself is drawn outside the canvas, its shadow inside.
      context.shadowOffsetX = 2 * size.width + Math.round(Math.sin(turn) * shadow.distance * unit)
      context.shadowOffsetY = Math.round(-Math.cos(turn) * shadow.distance * unit)
      context.drawImage(isOutlined ? line : silhouette, -2 * size.width, 0)
    },
  }
}

/** The pixel for each distance: opaque up to `width`, transparent one pixel beyond. */
const coverTable = (width: number, color: string): Uint32Array => {
  const { r, g, b } = rgbOf(color)
  return Uint32Array.from({ length: Math.ceil(width + 1) * steps + 1 }, (_, step) => {
    const cover = Math.max(0, Math.min(1, width + 1 - step / steps))
    return r | (g << 8) | (b << 16) | (Math.round(cover * 255) << 24)
  })
}
