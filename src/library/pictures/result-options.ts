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

/** Whether the recipe asks for a file that only the service can make of what it sent. */
export const isStale = (item: Results, wanted: ImageOptions): boolean => {
  const sent = sentOf(item)
  return sent !== null && !sent.isCutout && !sameRequest(sent.options, wanted)
}

/** The format of the file that is saved. What this device cannot make anew is saved as the service made it. */
export const savedFormat = (item: Results, wanted: FileFormat): FileFormat => {
  const sent = sentOf(item)
  return sent && !sent.isCutout ? sent.options.format : wanted
}

/**
 * The options of the result in the viewer. A photo above the `hd` cap is shown at that cap, so that a change of colour
 * or crop shows at once. Save, Copy and ZIP use the exact options, and so does the viewer at a zoom beyond the cap.
 * `source` is null where the browser could not read the size: then the exact options are used too.
 */
export const toPreviewOptions = (options: ImageOptions, source: Size | null): ImageOptions => {
  const pixels = source ? source.width * source.height : 0
  const requested = (options.width ?? 0) * (options.height ?? options.width ?? 0)
  const isLarge = Math.max(pixels, requested, (options.height ?? 0) ** 2) > sizePresets.hd.maxPixels
  return options.size === 'full' && isLarge ? { ...options, size: 'hd' } : options
}

/**
 * The size in pixels of a file written with `options`. The answer for the viewer may be capped: then the size follows
 * from the part of the source that the answer shows (D-16, D-17).
 */
export const savedSize = (options: ImageOptions, { facts, placement }: AnswerFacts): Size =>
  options.size === 'full' && placement ? fitted(placement.box, options) : facts

const fitted = (box: Size, { width, height, fit }: ImageOptions): Size => {
  const target = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const { size } = fitSize(box, target, fit)
  return { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
}

/** Whether a request asks for the whole picture, transparent around its subject. */
export const asksForCutout = (options: ImageOptions): boolean =>
  options.channels === 'rgba' &&
  options.bg_color === undefined &&
  imageFormats[options.format].alpha &&
  options.crop === false &&
  options.fit !== 'cover'

/** Whether the tools of the editor work on an item now; edits of one that is at work wait for its result. */
export const isEditable = (item: PictureItem): boolean => {
  const sent = sentOf(item)
  return (item.phase === 'done' || isInProgress(item.phase)) && (sent === null || sent.isCutout)
}

/** The picture as this device reads it. */
export const readableSource = (
  item: Results & Pick<PictureItem, 'id' | 'file' | 'look'>,
): ReadableSource => ({
  id: item.id,
  blob: item.file,
  ...(item.look && !sentOf(item) && { isFirstLook: true }),
})

/** The sizes in which the picture is edited, the smallest first. */
const editedSizes = ['medium', 'hd', 'full'] as const

/** Enlarging by up to this factor of the area cannot be seen. */
const enlargement = 1.3

/**
 * The options of the result in the editor: the whole picture, transparent. Each edit makes a new result, so its size is
 * the smallest one with at least `screenPixels`, the pixels of it on the screen.
 */
export const toEditedOptions = ({ level }: ImageOptions, screenPixels: number): ImageOptions => ({
  ...defaultImageOptions,
  level,
  size: editedSizes.find((size) => sizePresets[size].maxPixels * enlargement >= screenPixels) ?? 'full',
})

/**
 * Whether the result of a service shows a part of the picture only. Services do not tell which part, so that such a
 * result cannot be placed over the source.
 */
export const isCroppedResult = ({ answer: { facts }, options }: ServiceResult, source: Size): boolean =>
  options.crop !== false || options.fit === 'cover' || !isSameShape(facts, source)

/** Whether the aspect ratios agree, apart from the rounding of each side. */
export const isSameShape = (result: Pick<ImageFacts, 'width' | 'height'>, source: Size): boolean =>
  Math.abs(result.width - (source.width * result.height) / source.height) <= 1.5 ||
  Math.abs(result.height - (source.height * result.width) / source.width) <= 1.5
