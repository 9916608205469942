import { type Point, toPixels } from '#base/geometry.ts'
import type { Composition } from '#contract/composition.ts'
import { createContactPainter } from '#studio/composition/contact-painter.ts'
import { createEffectPainter, type DrawSubject, effectSides } from '#studio/composition/effect-painter.ts'
import { applyPlacement } from '#studio/composition/placement-style.ts'
import { createPlatePainter } from '#studio/composition/plate-canvas.tsx'
import type { ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import {
  createCutoutPainter,
  type MatteFrame,
  type PaintedFrame,
  type PreviewComposite,
} from './cutout-painter.ts'
import type { DisplayedFrame } from './displayed-frame.ts'

/** How a clip is shown. */
export type ClipLook = {
  readonly composite: PreviewComposite
  readonly isPlateSharp: boolean
  /** Null without a composition. */
  readonly effects: Composition | null
  /** The part of the frames that is shown. */
  readonly layout: ViewerLayout
  /** About what the subject is placed, in fractions of a frame. */
  readonly pivot: Point
}

/** What stands below the cut-out; null where the composition has no such layer. */
type LayerCanvases = {
  readonly plate: HTMLCanvasElement | null
  readonly contactShadow: HTMLCanvasElement | null
  readonly shadow: HTMLCanvasElement | null
  readonly outline: HTMLCanvasElement | null
}

/** Paints the cut-out of a frame and all that is made of it; again only what a new frame or another look changes. */
interface ClipPainter {
  paint(shown: DisplayedFrame, matte: MatteFrame, look: ClipLook, layers: LayerCanvases): Promise<void>
  clear(): void
}

export const createClipPainter = (canvas: HTMLCanvasElement): ClipPainter => {
  const cutoutPainter = createCutoutPainter(canvas)
  const platePainter = createPlatePainter()
  const effectPainter = createEffectPainter(effectSides.clip)
  const contactPainter = createContactPainter()
  const isOtherPlate = createChangeTest()
  const isOtherContact = createChangeTest()
  const isOtherSubject = createChangeTest()
  let cutout: { readonly of: readonly unknown[]; readonly drawn: PaintedFrame | null } | null = null
  let draw: DrawSubject = () => {}
  return {
    paint: async (shown, matte, { composite, isPlateSharp, effects, layout, pivot }, layers) => {
      const { isMask, background, hasBinaryAlpha } = composite
      // The size of the canvas follows the layout.
      const of = [shown.image, shown.seconds, matte.data, isMask, background, hasBinaryAlpha, layout]
      if (!cutout || areOthers(cutout.of, of)) {
        cutout = null
        cutout = { of, drawn: await cutoutPainter.paint(shown, matte, composite) }
      }
      const { drawn } = cutout
      if (!drawn) return
      const { image, stencil } = drawn
      const { plate, contactShadow, shadow, outline } = layers
      if (plate && isOtherPlate(drawn, plate, isPlateSharp))
        platePainter.paint(plate, image, stencil, isPlateSharp)
      if (contactShadow && isOtherContact(drawn, contactShadow))
        contactPainter.paint(contactShadow, image, stencil, canvas)
      if (!shadow || !outline || !effects) return
      if (isOtherSubject(drawn, effects.placement, layout, pivot))
        draw = drawSubject(stencil, effects.placement, layout, pivot)
      effectPainter.paint({ shadow, outline }, draw, layout.content, effects)
    },
    clear: () => {
      cutout = null
      cutoutPainter.clear()
    },
  }
}

const areOthers = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  now.some((value, index) => value !== before[index])

/** Tells whether any value is another than at the last call. */
const createChangeTest = () => {
  let last: readonly unknown[] | null = null
  return (...values: readonly unknown[]): boolean => {
    const isChanged = last === null || areOthers(last, values)
    last = values
    return isChanged
  }
}

const drawSubject =
  (
    stencil: CanvasImageSource,
    placement: Composition['placement'],
    layout: ViewerLayout,
    pivot: Point,
  ): DrawSubject =>
  (context, size) => {
    const on = toPixels(layout.source, size)
    const middle = { x: on.x + pivot.x * on.width, y: on.y + pivot.y * on.height }
    if (placement) applyPlacement(context, placement, middle, Math.min(size.width, size.height))
    context.drawImage(stencil, on.x, on.y, on.width, on.height)
  }
