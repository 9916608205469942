import { type Size, toFractions, wholeBox } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { type Background, type Composition, hasContactShadow, rgbOf } from '#contract/composition.ts'
import { alphaOf, type Composite, type EncoderInput } from '#engine/compose.ts'
import { composeLayers, type Layers, type ShapeLayer } from '#engine/composition/compose-layers.ts'
import { contactLayer, shadowPhoto } from '#engine/composition/contact-layer.ts'
import { paintGradient } from '#engine/composition/gradient.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import { placePicture } from '#engine/composition/place-picture.ts'
import { placeSubject } from '#engine/composition/place-subject.ts'
import { castShadow, growShape } from '#engine/composition/shape-layers.ts'
import { rasterInDisplayP3, rgbInDisplayP3 } from '#engine/display-p3.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { BackgroundSources, Composed } from './background-sources.ts'
import type { ImagePlan } from './plan-image.ts'

type ComposedPlan = Pick<ImagePlan, 'window' | 'colorSpace'> & {
  readonly composite: Exclude<Composite, { kind: 'matte' }>
}

/** A clip's fixed background, painted once for all frames. */
type Reused = { readonly background: Raster | null }

/** The placed subject, and the layers below it. */
export type Scene = { readonly subject: Raster; readonly below: Layers }

/** `paintScene`, composed. With `reused`, `shown` and `cutout` may be overwritten. */
export const renderComposition = async (
  shown: Raster,
  plan: ComposedPlan,
  composed: Composed,
  cutout: Raster,
  signal: AbortSignal,
  reused?: Reused,
): Promise<EncoderInput> => {
  const { subject, below } = await paintScene(shown, plan, composed, cutout, signal, reused)
  return composeLayers(subject, below, reused && subject)
}

/**
 * The subject and its surrounding layers. `shown` is the cut-out, cropped and scaled by the plan; lengths are relative
 * to its shorter side. A moved subject is taken from the whole cut-out. The plan's colour is the lowest layer.
 */
export const paintScene = async (
  shown: Raster,
  { window, composite, colorSpace }: ComposedPlan,
  { composition, sources, subject }: Composed,
  cutout: Raster,
  signal: AbortSignal,
  reused?: Reused,
): Promise<Scene> => {
  const { placement } = composition
  const alpha = alphaOf(shown)
  const unit = Math.min(shown.width, shown.height)
  const isPhotoBehind = composition.background?.kind === 'original'
  const photo = isPhotoBehind && sources.photo ? resizeRaster(sources.photo, shown, window) : null
  await yieldToEvents(signal)
  const background =
    reused?.background ?? paintBackground(composition.background, alpha, { ...sources, photo }, unit)
  await yieldToEvents(signal)
  const placed = placement
    ? placeSubject(cutout, { box: subject ?? wholeBox(cutout), window, size: shown }, placement)
    : shown
  await yieldToEvents(signal)
  const shapes = paintShapes(composition, placement ? alphaOf(placed) : alpha, unit)
  await yieldToEvents(signal)
  if (hasContactShadow(composition) && sources.photo) {
    const small = shadowPhoto(sources.photo)
    await yieldToEvents(signal)
    const box = toFractions(subject ?? wholeBox(cutout), cutout)
    const view = { window: toFractions(window, cutout), size: shown, placed: placement && { box, placement } }
    shapes.unshift(contactShape(composition, contactLayer(small, alphaOf(cutout), view)))
    await yieldToEvents(signal)
  }
  const color = composite.kind === 'backdrop' ? composite.color : null
  if (colorSpace !== 'display-p3') return { subject: placed, below: { color, background, shapes } }
  // Photos and pictures are already in this colour space.
  const isPainted = composition.background?.kind === 'gradient'
  return {
    subject: placed,
    below: {
      color,
      background: isPainted && background ? rasterInDisplayP3(background) : background,
      shapes: shapes.map((shape) => ({ ...shape, color: rgbInDisplayP3(shape.color) })),
    },
  }
}

/** The photo's own shadow, the lowest shape. */
const contactShape = ({ contactShadow }: Composition, alpha: AlphaMask8): ShapeLayer => ({
  kind: 'contactShadow',
  alpha,
  color: { r: 0, g: 0, b: 0 },
  opacity: contactShadow?.opacity ?? 0,
})

const paintBackground = (
  background: Background | null,
  alpha: AlphaMask8,
  { photo, picture }: BackgroundSources,
  unit: number,
): Raster | null =>
  background?.kind === 'original'
    ? photo &&
      paintOriginal(photo, alpha, { sigma: background.blur * unit, saturation: background.saturation })
    : paintFixedBackground(background, alpha, picture)

/**
 * A background that does not depend on the photo. Null if there is none, its picture is missing, or it is made of the
 * photo.
 */
export const paintFixedBackground = (
  background: Background | null,
  { width, height }: Size,
  picture: Raster | null,
): Raster | null => {
  switch (background?.kind) {
    case undefined:
    case 'original':
      return null
    case 'gradient':
      return paintGradient({ width, height }, background)
    case 'picture':
      return picture && placePicture(picture, { width, height }, background)
  }
}

/**
 * From the bottom: the shadow of subject and outline, then the outline. `unit`: shorter side of the result in pixels.
 */
const paintShapes = ({ shadow, outline }: Composition, alpha: AlphaMask8, unit: number): ShapeLayer[] => {
  const shapes: ShapeLayer[] = []
  const outlined = outline && outline.width > 0 ? growShape(alpha, outline.width * unit) : null
  if (shadow && shadow.opacity > 0) {
    const turn = (shadow.angle * Math.PI) / 180
    const length = shadow.distance * unit
    const cast = castShadow(outlined ?? alpha, {
      dx: Math.round(Math.sin(turn) * length),
      dy: Math.round(-Math.cos(turn) * length),
      sigma: shadow.softness * unit,
    })
    shapes.push({ kind: 'shadow', alpha: cast, color: rgbOf(shadow.color), opacity: shadow.opacity })
  }
  if (outline && outlined)
    shapes.push({ kind: 'outline', alpha: outlined, color: rgbOf(outline.color), opacity: 1 })
  return shapes
}
