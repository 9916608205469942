import { type Point, type Size, toPixels } from '#base/geometry.ts'
import type { Composition } from '#contract/composition.ts'
import { findContactShadow, shadowSize } from '#engine/composition/contact-shadow.ts'
import { placementMap } from '#studio/viewer/placement-style.ts'
import type { ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import { createEffectPainter, type DrawSubject } from './effect-painter.ts'
import { createPlatePainter, isSharp, plateMargin } from './plate-canvas.tsx'

/** The canvases of `ComposedLayers`; null if the composition lacks the layer. */
export type LayerCanvases = Record<'plate' | 'contactShadow' | 'shadow' | 'outline', HTMLCanvasElement | null>

/** The canvases before any is mounted. */
export const noCanvases: LayerCanvases = { plate: null, contactShadow: null, shadow: null, outline: null }

/** The sources of the layers. The same object has the same pixels. */
type LayerSources = {
  /** The photo or frame; null until it is loaded. */
  readonly picture: CanvasImageSource | null
  /** Contains the subject's alpha, at any size. */
  readonly subject: CanvasImageSource
  /** The size of the photo or frame. */
  readonly size: Size
}

/** The look of a composed subject. */
export type LayerLook = {
  readonly composition: Composition | null
  /** The shown part of the source. */
  readonly layout: ViewerLayout
  /** The point about which the subject is placed, in fractions of the source. */
  readonly pivot: Point
}

/** Paints the layers below a subject; only layers whose sources or look changed are painted again. */
interface LayerPainter {
  paint(sources: LayerSources, look: LayerLook, canvases: LayerCanvases): void
}

/** `maxSide`: see `effectSides`. */
export const createLayerPainter = (maxSide: number): LayerPainter => {
  const platePainter = createPlatePainter()
  const effectPainter = createEffectPainter(maxSide)
  const contactPainter = createContactPainter()
  const isOtherPlate = createChangeTest()
  const isOtherContact = createChangeTest()
  const isOtherSubject = createChangeTest()
  let draw: DrawSubject = () => {}
  return {
    paint: (sources, { composition, layout, pivot }, { plate, contactShadow, shadow, outline }) => {
      if (!composition) return
      const { background, placement } = composition
      const { picture, subject, size } = sources
      const isPlateSharp = background?.kind === 'original' && isSharp(background)
      const margin = plateMargin(layout.source)
      if (picture && plate && isOtherPlate(sources, plate, isPlateSharp, margin))
        platePainter.paint(plate, picture, subject, isPlateSharp, margin)
      if (picture && contactShadow && isOtherContact(sources, contactShadow))
        contactPainter.paint(contactShadow, picture, subject, size)
      if (!shadow || !outline) return
      if (isOtherSubject(sources, placement, layout, pivot))
        draw = (context, area) => {
          const on = toPixels(layout.source, area)
          const middle = { x: on.x + pivot.x * on.width, y: on.y + pivot.y * on.height }
          if (placement)
            context.transform(...placementMap(placement, middle, Math.min(area.width, area.height)))
          context.drawImage(subject, on.x, on.y, on.width, on.height)
        }
      effectPainter.paint({ shadow, outline }, draw, layout.content, composition)
    },
  }
}

/** A function that returns whether any value differs from the last call. */
export const createChangeTest = () => {
  let last: readonly unknown[] | null = null
  return (...values: readonly unknown[]): boolean => {
    const before = last
    last = values
    return before === null || values.some((value, index) => value !== before[index])
  }
}

/** Paints the photo's own contact shadow as in the result, whole and black. */
interface ContactPainter {
  /** `picture` is the photo of `size`; `subject` contains its subject's alpha, at any size. */
  paint(canvas: HTMLCanvasElement, picture: CanvasImageSource, subject: CanvasImageSource, size: Size): void
}

const createContactPainter = (): ContactPainter => {
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
