import { wholeBox } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { type LayeredPicture, maxPsdSide, type PictureLayer } from '#codecs/image/psd/layered-picture.ts'
import type { Rgb } from '#contract/color.ts'
import type { LayerNames } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { alphaOf, toRgba } from '#engine/compose.ts'
import { composeLayers, type ShapeLayer } from '#engine/composition/compose-layers.ts'
import { colorsUnderMask, paintShape } from '#engine/composition/layer-pixels.ts'
import { placeSubject } from '#engine/composition/place-subject.ts'
import { type MatteConfidence, matteConfidence } from '#engine/matte-confidence.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Composed } from './background-sources.ts'
import type { ImagePlan } from './plan-image.ts'
import { paintScene, type Scene } from './render-composition.ts'

/** The options of a result in layers or parts: with colours and transparency. */
export const layeredOptions = (options: ImageOptions): ImageOptions => ({
  ...options,
  format: 'png',
  channels: 'rgba',
})

/** A picture in layers, and the confidence of its matte (D-18). */
type RenderedLayers = { readonly picture: LayeredPicture; readonly confidence: MatteConfidence }

/**
 * Makes the result of a plan in layers, from the bottom: background, shadows and outline, the subject with corrected
 * edge colours and an unapplied mask, the hidden photo. Changes neither `cutout` nor `photo`. Rejects with
 * `validation_error` if it is too large for a Photoshop file.
 */
export const renderLayers = async (
  cutout: Raster,
  photo: Raster,
  plan: ImagePlan,
  names: LayerNames,
  signal: AbortSignal,
  composed?: Composed,
): Promise<RenderedLayers> => {
  const { window, size } = plan
  if (Math.max(size.width, size.height) > maxPsdSide)
    throw new ServiceError('validation_error', {
      reason: 'result_side_too_long',
      params: { ...size, format: 'PSD', maxSide: maxPsdSide },
      fields: ['size'],
    })
  const { shown, below, subject } = await sceneOf(cutout, plan, signal, composed)
  const original = resizeRaster(photo, size, window)
  const placement = composed?.composition.placement
  const around = placement
    ? placeSubject(photo, { box: composed.subject ?? wholeBox(cutout), window, size }, placement)
    : original
  await yieldToEvents(signal)
  const layers: PictureLayer[] = [
    ...(below.color ? [{ name: names.background, raster: filled(size, below.color) }] : []),
    ...(below.background ? [{ name: names.background, raster: below.background }] : []),
    ...below.shapes.map((shape, index) =>
      shapeLayer(shape, names, index === 0 && !below.color && !below.background),
    ),
    { name: names.subject, raster: colorsUnderMask(around, subject), mask: alphaOf(subject) },
    { name: names.original, raster: original, isHidden: true },
  ]
  return {
    picture: { merged: toRgba(composeLayers(subject, below)), layers },
    confidence: matteConfidence(shown),
  }
}

/** The scene of a plan, and the cut-out cropped and scaled by it. */
export const sceneOf = async (
  cutout: Raster,
  { composite, window, size, colorSpace }: ImagePlan,
  signal: AbortSignal,
  composed?: Composed,
): Promise<Scene & { readonly shown: Raster }> => {
  const shown = resizeRaster(cutout, size, window)
  await yieldToEvents(signal)
  const color = composite.kind === 'backdrop' ? composite.color : null
  const scene: Scene =
    composed && composite.kind !== 'matte'
      ? await paintScene(shown, { composite, window, colorSpace }, composed, cutout, signal)
      : { subject: shown, below: { color, background: null, shapes: [] } }
  await yieldToEvents(signal)
  return { ...scene, shown }
}

/**
 * A shadow layer uses Multiply if that looks like the normal painting of the stage: for black, and over nothing
 * (`isLowest`).
 */
const shapeLayer = (
  { kind, alpha, color, opacity }: ShapeLayer,
  names: LayerNames,
  isLowest: boolean,
): PictureLayer => ({
  name: names[kind],
  raster: paintShape(alpha, color),
  opacity,
  ...(kind !== 'outline' && (isLowest || isBlack(color)) && { blend: 'multiply' }),
})

const isBlack = ({ r, g, b }: Rgb): boolean => r + g + b === 0

const filled = ({ width, height }: Pick<Raster, 'width' | 'height'>, color: Rgb): Raster =>
  paintShape({ width, height, data: new Uint8ClampedArray(width * height).fill(255) }, color)
