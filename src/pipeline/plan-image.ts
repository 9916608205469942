import { white } from '#contract/color.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { type ImageFormat, imageFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { imagePixelCaps } from '#contract/size-presets.ts'
import { type Box, wholeBox } from '#engine/box.ts'
import { capSize } from '#engine/cap-size.ts'
import type { Composite } from '#engine/compose.ts'
import { padBox, ratioBox } from '#engine/crop-box.ts'
import { type Fitted, fitBox } from '#engine/fit-box.ts'
import type { Size } from '#engine/raster.ts'

/** All that is decided about a result; what is left to do is moving pixels. */
export type ImagePlan = {
  /** The part of the source that is shown, in source pixels; may lie between them and reach past the source. */
  readonly window: Box
  /** Of the output. */
  readonly size: Size
  readonly composite: Composite
  readonly format: ImageFormat
}

/** Whether the encoder of a format takes pictures of this size, beside what the format itself can hold. */
export type CanEncode = (format: ImageFormat, size: Size) => boolean

/**
 * A lossy or lossless WebP has 14 bits a side (RFC 9649, 2.6). PNG and JPEG hold more than a result may have at all
 * (D-7).
 */
const maxWebpSide = 16_383

/**
 * Decides what an image request gives, in the order of D-17: crop, then `width`/`height`/`fit`, then the
 * `size` cap. `subject` is the subject's box in the source; without one a crop shows the whole image (D-14).
 *
 * Throws `validation_error` for results too large to be made, naming the parameters that would make them.
 */
export const planImage = (
  options: ImageOptions,
  source: Size,
  subject: Box | null,
  canEncode: CanEncode = () => true,
): ImagePlan => {
  const cropped = planCrop(options, source, subject)
  const { size: fitted, window } = planFit(options, cropped)
  const size = capSize(fitted, imagePixelCaps[options.size])
  refuseGiants(options, size, canEncode)
  return {
    window: { ...window, x: cropped.x + window.x, y: cropped.y + window.y },
    size,
    composite: planComposite(options),
    format: options.format,
  }
}

/**
 * The same refusal before there is a matte, for what no subject can make small enough: a result without a crop is
 * known then, and one with a crop is too large where it is for the smallest subject and for the largest. So it is
 * refused even where no subject would be found, and the whole image shown (D-14).
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
  fitBox(source, { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }, fit)

/** D-12: what carries no transparency is flattened, on white where no colour is given. */
const planComposite = ({ channels, format, bg_color }: ImageOptions): Composite => {
  if (channels === 'alpha') return { kind: 'matte' }
  if (bg_color !== undefined) return { kind: 'backdrop', color: bg_color }
  const transparent = channels === 'rgba' && imageFormats[format].alpha
  return transparent ? { kind: 'cutout' } : { kind: 'backdrop', color: white }
}

/** Bounds results as inputs are bounded (D-7), and by what the format and its encoder can hold. */
const refuseGiants = (options: ImageOptions, size: Size, canEncode: CanEncode) => {
  const { width, height } = size
  const { maxPixels, maxSide } = limits.image
  const side = Math.max(width, height)
  if (width * height > maxPixels || side > maxSide) {
    const { crop, padding } = options
    const isPadded = crop !== false && Math.max(padding.x, padding.y) > 0
    const named = (['crop', 'width', 'height'] as const).filter((name) => options[name])
    throw new ServiceError('validation_error', {
      reason: 'result_too_large',
      params: { width, height, maxMegapixels: maxPixels / 1e6, maxSide },
      fields: [...named, ...(isPadded ? ['padding'] : [])],
    })
  }
  if (options.format === 'webp' && side > maxWebpSide) {
    throw new ServiceError('validation_error', {
      reason: 'webp_result_too_large',
      params: { width, height, maxSide: maxWebpSide },
      fields: ['format'],
    })
  }
  if (!canEncode(options.format, size)) {
    throw new ServiceError('validation_error', {
      reason: 'result_not_encodable',
      params: { width, height, format: imageFormats[options.format].label },
      fields: ['format'],
    })
  }
}
