import { hasContactShadow } from '#contract/composition.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Composed } from './background-sources.ts'
import type { RenderPlan } from './plan-video.ts'
import { paintFixedBackground, renderComposition } from './render-composition.ts'

/** Composes the frames of a clip in order. */
export interface FrameComposer {
  /** Copies what the background needs of a frame. Call it before the cut-out overwrites the frame. */
  keepPhoto(frame: Raster): void
  /** Composes the part of the frame's cut-out that the plan shows. Overwrites its pixels. */
  compose(cutout: Raster, signal: AbortSignal): Promise<EncoderInput>
}

/**
 * Composes each frame with its background and shapes. A gradient or picture is painted once, an original background for
 * each frame. `composed.subject` is in pixels of a scaled frame. Undefined without a composition, and for a mask.
 */
export const createFrameComposer = (
  composed: Composed | undefined,
  { composite, scaled, window }: Pick<RenderPlan, 'composite' | 'scaled' | 'window'>,
): FrameComposer | undefined => {
  if (!composed || composite.kind === 'matte') return undefined
  const { composition, sources } = composed
  const background = paintFixedBackground(composition.background, window, sources.picture)
  const needsPhoto = composition.background?.kind === 'original' || hasContactShadow(composition)
  const photo: Raster | null = needsPhoto
    ? { ...scaled, data: new Uint8ClampedArray(scaled.width * scaled.height * 4) }
    : null
  const ofFrame = { ...composed, sources: { ...sources, photo } }
  const isWhole =
    window.x === 0 && window.y === 0 && window.width === scaled.width && window.height === scaled.height
  return {
    keepPhoto: (frame) => photo?.data.set(frame.data),
    compose: (cutout, signal) => {
      const shown = isWhole ? cutout : resizeRaster(cutout, window, window)
      return renderComposition(shown, { window, composite }, ofFrame, cutout, signal, { background })
    },
  }
}

/** Whether the background covers the whole result without transparency. */
export const isCovered = (composed: Composed | undefined): boolean => {
  if (!composed) return false
  const { composition, sources } = composed
  const { background } = composition
  if (background?.kind !== 'picture') return background !== null
  const { fit, scale = 1, x = 0, y = 0 } = background
  const fills = fit === 'cover' && scale >= 1 && x === 0 && y === 0
  return fills && sources.picture !== null && isOpaque(sources.picture)
}
