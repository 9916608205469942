import { yieldToEvents } from '#base/timers.ts'
import { alphaOf, type EncoderInput } from '#engine/compose.ts'
import { composeLayers } from '#engine/composition/compose-layers.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import type { Composed } from './background-sources.ts'
import type { RenderPlan } from './plan-video.ts'
import { paintFixedBackground, paintShapes } from './render-composition.ts'

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
  const { background } = composition
  const unit = Math.min(scaled.width, scaled.height)
  const color = composite.kind === 'backdrop' ? composite.color : null
  const fixed = paintFixedBackground(background, scaled, sources.picture)
  const photo: Raster | null =
    background?.kind === 'original'
      ? { ...scaled, data: new Uint8ClampedArray(scaled.width * scaled.height * 4) }
      : null
  const paintPhoto = (alpha: ReturnType<typeof alphaOf>): Raster | null => {
    if (background?.kind !== 'original' || !photo) return null
    return paintOriginal(photo, alpha, { sigma: background.blur * unit, saturation: background.saturation })
  }
  return {
    keepPhoto: ({ data }) => photo?.data.set(data),
    compose: async (cutout, signal) => {
      const alpha = alphaOf(cutout)
      const behind = fixed ?? paintPhoto(alpha)
      await yieldToEvents(signal)
      const shapes = paintShapes(composition, alpha, unit)
      await yieldToEvents(signal)
      return composeLayers(cutout, { color, background: behind, shapes }, cutout)
    },
  }
}

/** Whether a background without a transparent pixel fills the result. */
export const isCovered = (composed: Composed | undefined): boolean => {
  if (!composed) return false
  const { composition, sources } = composed
  const { background } = composition
  if (background?.kind !== 'picture') return background !== null
  return background.fit === 'cover' && sources.picture !== null && isOpaque(sources.picture)
}
