import { wholeBox } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { hasContactShadow } from '#contract/composition.ts'
import { alphaOf, type EncoderInput } from '#engine/compose.ts'
import { composeLayers } from '#engine/composition/compose-layers.ts'
import { contactLayer, shadowPhoto } from '#engine/composition/contact-layer.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import { placeSubject } from '#engine/composition/place-subject.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import type { Composed } from './background-sources.ts'
import type { RenderPlan } from './plan-video.ts'
import { contactShape, paintFixedBackground, paintShapes } from './render-composition.ts'

/** Composes the frames of a clip, one after the other. */
export interface FrameComposer {
  /** Copies what the background needs of a frame. Called before the frame is cut out, which overwrites it. */
  keepPhoto(frame: Raster): void
  /** Composes the cut-out of that frame. Overwrites its pixels. */
  compose(cutout: Raster, signal: AbortSignal): Promise<EncoderInput>
}

/**
 * What stands behind and around the subject in each frame. A gradient and a picture are painted once; the original is
 * made of each frame. Undefined where nothing is composed: without a composition, and for a mask.
 */
export const createFrameComposer = (
  composed: Composed | undefined,
  { composite, scaled }: Pick<RenderPlan, 'composite' | 'scaled'>,
): FrameComposer | undefined => {
  if (!composed || composite.kind === 'matte') return undefined
  const { composition, sources } = composed
  const { background, placement } = composition
  const unit = Math.min(scaled.width, scaled.height)
  const color = composite.kind === 'backdrop' ? composite.color : null
  const fixed = paintFixedBackground(background, scaled, sources.picture)
  const photo: Raster | null =
    background?.kind === 'original'
      ? { ...scaled, data: new Uint8ClampedArray(scaled.width * scaled.height * 4) }
      : null
  const hasShadow = hasContactShadow(composition)
  let small: Raster | null = null
  const paintPhoto = (alpha: ReturnType<typeof alphaOf>): Raster | null => {
    if (background?.kind !== 'original' || !photo) return null
    return paintOriginal(photo, alpha, { sigma: background.blur * unit, saturation: background.saturation })
  }
  return {
    keepPhoto: (frame) => {
      photo?.data.set(frame.data)
      if (hasShadow) small = shadowPhoto(frame)
    },
    compose: async (cutout, signal) => {
      const alpha = alphaOf(cutout)
      const behind = fixed ?? paintPhoto(alpha)
      await yieldToEvents(signal)
      const area = { box: wholeBox(scaled), window: wholeBox(scaled), size: scaled }
      const placed = placement ? placeSubject(cutout, area, placement) : cutout
      const shapes = paintShapes(composition, placement ? alphaOf(placed) : alpha, unit)
      await yieldToEvents(signal)
      if (small) {
        const box = { x: 0, y: 0, width: 1, height: 1 }
        const view = { window: box, size: scaled, placed: placement && { box, placement } }
        shapes.unshift(contactShape(composition, contactLayer(small, alpha, view)))
      }
      return composeLayers(placed, { color, background: behind, shapes }, placed)
    },
  }
}

/** Whether a background without a transparent pixel fills the result. */
export const isCovered = (composed: Composed | undefined): boolean => {
  if (!composed) return false
  const { composition, sources } = composed
  const { background } = composition
  if (background?.kind !== 'picture') return background !== null
  const { fit, scale = 1, x = 0, y = 0 } = background
  const fills = fit === 'cover' && scale >= 1 && x === 0 && y === 0
  return fills && sources.picture !== null && isOpaque(sources.picture)
}
