import { fitSize, type Size } from '#base/geometry.ts'
import type { ImageFacts } from '#contract/image-answer.ts'
import { defaultImageOptions, type ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { FileFormat } from '#contract/result-file.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ReadableSource } from './make-picture.ts'
import type { AnswerFacts, PictureItem, ServiceResult } from './picture-item.ts'
import { type Results, sameRequest, sentOf } from './picture-output.ts'

/** Whether only a new request to the service can make the file of the recipe. */
export const isStale = (item: Results, wanted: ImageOptions): boolean => {
  const sent = sentOf(item)
  return sent !== null && !sent.isCutout && !sameRequest(sent.options, wanted)
}

/** The format of the saved file; a service's result that is no cut-out keeps its format. */
export const savedFormat = (item: Results, wanted: FileFormat): FileFormat => {
  const sent = sentOf(item)
  return sent && !sent.isCutout ? sent.options.format : wanted
}

/**
 * The options of the viewer's result. A photo above the `hd` cap is shown at the cap, so that changes appear at once.
 * Save, Copy and ZIP use the exact options, as does the viewer at a zoom beyond the cap, or if `source` is null
 * (unknown size).
 */
export const toPreviewOptions = (options: ImageOptions, source: Size | null): ImageOptions => {
  const pixels = source ? source.width * source.height : 0
  const requested = (options.width ?? 0) * (options.height ?? options.width ?? 0)
  const isLarge = Math.max(pixels, requested, (options.height ?? 0) ** 2) > sizePresets.hd.maxPixels
  return options.size === 'full' && isLarge ? { ...options, size: 'hd' } : options
}

/**
 * The size in pixels of a file written with `options`. If the viewer's answer is capped, the size follows from its part
 * of the source (D-16, D-17).
 */
export const savedSize = (options: ImageOptions, { facts, placement }: AnswerFacts): Size =>
  options.size === 'full' && placement ? fitted(placement.box, options) : facts

const fitted = (box: Size, { width, height, fit }: ImageOptions): Size => {
  const target = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const { size } = fitSize(box, target, fit)
  return { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
}

/** Whether a request is for the whole transparent picture. */
export const asksForCutout = (options: ImageOptions): boolean =>
  options.channels === 'rgba' &&
  options.bg_color === undefined &&
  imageFormats[options.format].alpha &&
  options.crop === false &&
  options.fit !== 'cover'

/** Whether the editor's tools can be used; edits during the work wait for its result. */
export const isEditable = (item: PictureItem): boolean => {
  const sent = sentOf(item)
  return (item.phase === 'done' || isInProgress(item.phase)) && (sent === null || sent.isCutout)
}

/** The picture, as this device reads it. */
export const readableSource = (
  item: Results & Pick<PictureItem, 'id' | 'file' | 'look'>,
): ReadableSource => ({
  id: item.id,
  blob: item.file,
  ...(item.look && !sentOf(item) && { isFirstLook: true }),
})

/** Sizes of edited pictures, ascending. */
const editedSizes = ['medium', 'hd', 'full'] as const

/** Enlarging the area by this factor is invisible. */
const enlargement = 1.3

/**
 * The options of the editor's result: the whole transparent picture in the smallest size with at least `screenPixels`,
 * since each edit makes a new result.
 */
export const toEditedOptions = ({ level }: ImageOptions, screenPixels: number): ImageOptions => ({
  ...defaultImageOptions,
  level,
  size: editedSizes.find((size) => sizePresets[size].maxPixels * enlargement >= screenPixels) ?? 'full',
})

/**
 * Whether a service's result shows only part of the picture. Services do not return which part, so it cannot be aligned
 * with the source.
 */
export const isCroppedResult = ({ answer: { facts }, options }: ServiceResult, source: Size): boolean =>
  options.crop !== false || options.fit === 'cover' || !isSameShape(facts, source)

/** Whether the aspect ratios agree within the rounding of each side. */
export const isSameShape = (result: Pick<ImageFacts, 'width' | 'height'>, source: Size): boolean =>
  Math.abs(result.width - (source.width * result.height) / source.height) <= 1.5 ||
  Math.abs(result.height - (source.height * result.width) / source.width) <= 1.5
