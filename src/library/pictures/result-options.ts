import { fitSize, type Size } from '#base/geometry.ts'
import { type CompositionParts, isNoComposition } from '#contract/composition.ts'
import type { ImageFacts } from '#contract/image-answer.ts'
import { defaultImageOptions, type ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { FileFormat, FileWriting } from '#contract/result-file.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { editsKey } from '#library/history/edit-history.ts'
import { isInProgress } from '#library/items/item.ts'
import { type Recipe, toFileWriting, toImageOptions } from '#library/recipe/recipe.ts'
import type { ReadableSource, RequestedEdits, WorkOnDevice } from './make-picture.ts'
import type { AnswerFacts, PictureItem, ServiceResult } from './picture-item.ts'

/** Whether two requests ask a service for the same file. Services have no `level`; only this device has (D-71). */
export const sameRequest = (a: ImageOptions, b: ImageOptions): boolean => textOf(a) === textOf(b)

/** Both options come from the same schema, so that their fields have the same order. */
const textOf = (options: ImageOptions): string => JSON.stringify({ ...options, level: null })

type Results = Pick<PictureItem, 'runLocation' | 'serviceResult'>

/** The result of the service where the item runs there now; null where it does not, or has none. */
export const sentOf = ({ runLocation, serviceResult }: Results): ServiceResult | null =>
  runLocation === 'service' ? serviceResult : null

/** The cut-out of a service of which this device makes the files of an item; null where there is none. */
export const cutoutOf = (item: Results): ServiceResult | null => {
  const sent = sentOf(item)
  return sent?.isCutout ? sent : null
}

/** Whether the recipe asks for a file that only the service can make of what it sent. */
export const isStale = (item: Results, wanted: ImageOptions): boolean => {
  const sent = sentOf(item)
  return sent !== null && !sent.isCutout && !sameRequest(sent.options, wanted)
}

/**
 * Stands for what is seen of a small result. Its size is left out, and its level, since another one takes a run of a
 * network.
 */
export const lookKey = (
  { crop, padding, width, height, fit, channels, bg_color, format }: ImageOptions,
  edits: string | null,
  composed: CompositionParts | null,
): string =>
  JSON.stringify([
    ...[crop, padding, width, height, fit, channels, bg_color, imageFormats[format].alpha, edits],
    ...(composed ? [composed.composition, composed.pictureId] : []),
  ])

/** The options of the file that is saved. What this device cannot make anew is saved as the service made it. */
export const savedOptions = (item: Results, recipe: Recipe): ImageOptions => {
  const sent = sentOf(item)
  return sent && !sent.isCutout ? sent.options : toImageOptions(recipe)
}

/** The format of that file. */
export const savedFormat = (item: Results, wanted: FileFormat): FileFormat => {
  const sent = sentOf(item)
  return sent && !sent.isCutout ? sent.options.format : wanted
}

/** How that file is written, where the options do not say it all. */
export const savedWriting = (item: Results, recipe: Recipe): FileWriting | null => {
  const sent = sentOf(item)
  return sent && !sent.isCutout ? null : toFileWriting(recipe)
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

/** The edits of an item as its next result is made with them; null where there are none, or none are possible. */
export const requestedEdits = ({
  edits,
  ...item
}: Results & Pick<PictureItem, 'edits'>): RequestedEdits | null => {
  const key = editsKey(edits)
  const sent = sentOf(item)
  return key === null || (sent && !sent.isCutout) ? null : { edits: edits.present, key }
}

/**
 * What stands behind and around the subject of an item, as its next result is made with it; null where nothing does, or
 * nothing can: a mask has no composition, and the result of a service only if it is a cut-out.
 */
export const requestedComposition = (
  item: Results,
  { composition, channels, picture: pictureId }: Pick<Recipe, 'composition' | 'channels' | 'picture'>,
  picture: Blob | null,
): CompositionParts | null => {
  const sent = sentOf(item)
  if (isNoComposition(composition) || channels === 'alpha' || (sent && !sent.isCutout)) return null
  const needsPicture = composition.background?.kind === 'picture'
  return { composition, ...(needsPicture && picture && { picture, pictureId }) }
}

/** The picture as this device reads it. */
export const readableSource = (
  item: Results & Pick<PictureItem, 'id' | 'file' | 'look'>,
): ReadableSource => ({
  id: item.id,
  blob: item.file,
  ...(item.look && !sentOf(item) && { isFirstLook: true }),
})

/** What this device does for the file of an item; null if that is the service's file as it is. */
export const savedWork = (
  item: Results,
  options: ImageOptions,
  { edited, composed, file = null }: Pick<WorkOnDevice, 'edited' | 'composed' | 'file'>,
): WorkOnDevice | null => {
  const sent = sentOf(item)
  if (sent && !edited && !composed && !file && (!sent.isCutout || sameRequest(sent.options, options)))
    return null
  return { edited, composed, file, alphaFrom: sent?.answer.image ?? null }
}

/** The request for the file of an item; `work` is null where the service's file is saved as it is. */
type SavedRequest = { readonly options: ImageOptions; readonly work: WorkOnDevice | null }

/** The request of what is shown of an item: as it is saved, but written in a way that every browser shows. */
export const shownRequest = (
  item: Results & Pick<PictureItem, 'edits'>,
  recipe: Recipe,
  picture: Blob | null,
): SavedRequest => {
  const options = savedOptions(item, recipe)
  const [edited, composed] = [requestedEdits(item), requestedComposition(item, recipe, picture)]
  return { options, work: savedWork(item, options, { edited, composed }) }
}

/**
 * The request of the file that is saved, with its edits and the exact options of the recipe, never the capped ones of
 * the viewer.
 */
export const savedRequest = (
  item: Results & Pick<PictureItem, 'edits'>,
  recipe: Recipe,
  picture: Blob | null,
): SavedRequest => {
  const options = savedOptions(item, recipe)
  const work = savedWork(item, options, {
    edited: requestedEdits(item),
    composed: requestedComposition(item, recipe, picture),
    file: savedWriting(item, recipe),
  })
  return { options, work }
}

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
