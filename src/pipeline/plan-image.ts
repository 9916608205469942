import { type Box, capSize, type Fitted, fitSize, type Size, wholeBox } from '#base/geometry.ts'
import { white } from '#contract/color.ts'
import { type Canvas, canvasWindow } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { type ImageFormat, imageFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { sizePresets } from '#contract/size-presets.ts'
import type { Composite } from '#engine/compose.ts'
import { padBox, ratioBox } from '#engine/crop-box.ts'
import type { ColorSpace } from '#engine/raster.ts'

/** All decisions about a result before its pixels are made. */
export type ImagePlan = {
  /** The shown part of the source, in its pixels. It may have fractional sides and extend beyond the source. */
  readonly window: Box
  /** The size of the result. */
  readonly size: Size
  readonly composite: Composite
  readonly format: ImageFormat
  /** Of the cut-out and of the colour in `composite`; default: sRGB. */
  readonly colorSpace?: ColorSpace | undefined
}

/** Whether this browser's encoder of a format supports a size. */
export type CanEncode = (format: ImageFormat, size: Size) => boolean

/**
 * The plan of an image request, in the order of D-17: crop, then `width`, `height` and `fit`, then the cap of `size`.
 * `subject` is the subject's box in the source; without one, a crop shows the whole image (D-14). A canvas replaces the
 * crop. Throws `validation_error` with the responsible parameters if the result is too large.
 */
export const planImage = (
  options: ImageOptions,
  source: Size,
  subject: Box | null,
  canEncode: CanEncode = () => true,
  canvas: Canvas | null = null,
): ImagePlan => {
  const cropped = canvas ? canvasWindow(canvas, source, subject) : planCrop(options, source, subject)
  refuseFarCrops(options, cropped)
  const { size: fitted, window } = canvas ? fitCanvas(options, cropped) : planFit(options, cropped)
  const size = capSize(fitted, sizePresets[options.size].maxPixels)
  refuseGiants(options, size, canEncode)
  return {
    window: { ...window, x: cropped.x + window.x, y: cropped.y + window.y },
    size,
    composite: planComposite(options),
    format: options.format,
  }
}

/**
 * Refuses a result before matting if it is too large for any subject: without a crop the size is known, with a crop it
 * is tested for a subject of one pixel and for one that fills the source. This also refuses requests that would find no
 * subject and show the whole image (D-14).
 */
export const refuseHopeless = (options: ImageOptions, source: Size, canEncode?: CanEncode): void => {
  try {
    planImage(options, source, { x: 0, y: 0, width: 1, height: 1 }, canEncode)
  } catch {
    planImage(options, source, wholeBox(source), canEncode)
  }
}

const planCrop = ({ crop, padding }: ImageOptions, source: Size, subject: Box | null): Box => {
  if (crop === false || subject === null) return wholeBox(source)
  const padded = padBox(subject, padding)
  return crop === true ? padded : ratioBox(padded, crop, source)
}

const planFit = ({ width, height, fit }: ImageOptions, source: Size): Fitted =>
  fitSize(source, { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }, fit)

/** A canvas of whole pixels differs from the ratio of a size by less than a pixel, and is cropped to it. */
const fitCanvas = (options: ImageOptions, canvas: Size): Fitted => {
  const { width, height } = options
  const isAlmost = width && height && Math.abs((canvas.width * height) / width - canvas.height) < 1
  return planFit(isAlmost ? { ...options, fit: 'cover' } : options, canvas)
}

/** A result without transparency has a background, by default white (D-12). */
const planComposite = ({ channels, format, bg_color }: ImageOptions): Composite => {
  if (channels === 'alpha') return { kind: 'matte' }
  if (bg_color !== undefined) return { kind: 'backdrop', color: bg_color }
  const transparent = channels === 'rgba' && imageFormats[format].alpha
  return transparent ? { kind: 'cutout' } : { kind: 'backdrop', color: white }
}

/** Scaling a crop takes time in proportion to its sides: 0.1 s for these. In pixels. */
const maxCropSide = 10_000_000

/** Refuses a crop that extends so far beyond the image that even a small result would take long. */
const refuseFarCrops = (options: ImageOptions, { width, height }: Size) => {
  if (Math.max(width, height) <= maxCropSide) return
  throw new ServiceError('validation_error', {
    reason: 'crop_too_far',
    params: { maxSide: maxCropSide },
    fields: cropFields(options),
  })
}

/** The parameters that determine the size of a crop. */
const cropFields = ({ crop, padding }: ImageOptions): readonly string[] =>
  crop === false ? [] : Math.max(padding.x, padding.y) > 0 ? ['crop', 'padding'] : ['crop']

/** Refuses results beyond the limits of inputs (D-7), of the format and of its encoder. */
const refuseGiants = (options: ImageOptions, size: Size, canEncode: CanEncode) => {
  const { width, height } = size
  const { maxPixels, maxSide } = limits.image
  const side = Math.max(width, height)
  if (width * height > maxPixels || side > maxSide) {
    const sides = (['width', 'height'] as const).filter((name) => options[name])
    throw new ServiceError('validation_error', {
      reason: 'result_too_large',
      params: { width, height, maxMegapixels: maxPixels / 1e6, maxSide },
      fields: [...cropFields(options), ...sides],
    })
  }
  const format = imageFormats[options.format]
  if (side > format.maxSide) {
    throw new ServiceError('validation_error', {
      reason: 'result_side_too_long',
      params: { width, height, format: format.label, maxSide: format.maxSide },
      fields: ['format'],
    })
  }
  if (!canEncode(options.format, size)) {
    throw new ServiceError('validation_error', {
      reason: 'result_not_encodable',
      params: { width, height, format: format.label },
      fields: ['format'],
    })
  }
}
