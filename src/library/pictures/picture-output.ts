import { blobId } from '#base/blob-id.ts'
import type { CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import { defaultImageOptions, type ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { FileWriting } from '#contract/result-file.ts'
import { editsKey } from '#library/history/edit-history.ts'
import { type Recipe, toComposition, toFileWriting, toImageOptions } from '#library/recipe/recipe.ts'
import type { PictureItem, ServiceResult } from './picture-item.ts'

/** The edits of an output. */
export type RequestedEdits = {
  readonly edits: ImageEdits
  /** Identifies `edits` among all outputs of the picture. */
  readonly key: string
  /** Whether a small result suffices: a slider is moving. */
  readonly isDraft?: boolean
}

/** A result of a picture: the API's options, and what only this device adds. */
export type PictureOutput = {
  readonly options: ImageOptions
  readonly edited?: RequestedEdits | null | undefined
  readonly composed?: CompositionParts | null | undefined
  /** A service's result whose alpha replaces this device's matte. */
  readonly alphaFrom?: Blob | null | undefined
  /** Layer names, if the file is a Photoshop file. */
  readonly layers?: LayerNames | null | undefined
  /** Details of the file that options cannot describe. */
  readonly file?: FileWriting | null | undefined
  /** Whether the result is in sRGB, which is faster; else it keeps wider colours. */
  readonly inSrgb?: boolean
}

/** Identifies an output of its picture: equal keys mean equal outputs. */
export const keyOf = (output: PictureOutput): string => {
  const { options, edited, composed, alphaFrom, layers, file, inSrgb } = output
  return JSON.stringify([
    options,
    edited ? [edited.key, edited.isDraft ?? false] : null,
    composed ? [composed.composition, pictureOf(composed)] : null,
    alphaFrom ? blobId(alphaFrom) : null,
    layers ?? null,
    file ?? null,
    inSrgb ?? false,
  ])
}

const pictureOf = ({ picture, pictureId }: CompositionParts) => picture && (pictureId ?? blobId(picture))

/** The part of an output that a thumbnail shows, without the level, which would run a network. */
export const asThumbnail = ({ options, edited, composed }: PictureOutput): PictureOutput => {
  const { level, size, format, ...seen } = options
  return {
    options: {
      ...seen,
      level: defaultImageOptions.level,
      size: 'preview',
      format: imageFormats[format].alpha ? 'png' : 'jpg',
    },
    edited: edited ? { key: edited.key, edits: edited.edits } : null,
    composed: composed ?? null,
  }
}

/** Whether an output needs more than `removeImage` of a service. */
export const isWorkOnDevice = ({ edited, composed, alphaFrom, layers, file }: PictureOutput): boolean =>
  Boolean(edited || composed || alphaFrom || layers || file)

/** Where an item runs, and its service result. */
export type Results = Pick<PictureItem, 'runLocation' | 'serviceResult'>

/** The service's result of an item that runs on the service; else null. */
export const sentOf = ({ runLocation, serviceResult }: Results): ServiceResult | null =>
  runLocation === 'service' ? serviceResult : null

/** The service's cut-out from which this device makes an item's files; null if there is none. */
export const cutoutOf = (item: Results): ServiceResult | null => {
  const sent = sentOf(item)
  return sent?.isCutout ? sent : null
}

/** The edits of an item's next output; null if there are none or it cannot be edited. */
export const requestedEdits = (
  item: Results & Partial<Pick<PictureItem, 'edits'>>,
): RequestedEdits | null => {
  const key = item.edits ? editsKey(item.edits) : null
  return item.edits && key !== null && isMadeHere(item) ? { edits: item.edits.present, key } : null
}

/**
 * An item's output with its edits and the options of the recipe. A service's result that is no cut-out stays, since
 * this device cannot make it again. `picture` is the background if the recipe uses one.
 */
export const outputOf = (
  item: Results & Partial<Pick<PictureItem, 'edits'>>,
  recipe: Recipe,
  picture: Blob | null,
): PictureOutput => {
  const sent = sentOf(item)
  if (sent && !sent.isCutout) return { options: sent.options }
  return {
    options: toImageOptions(recipe),
    edited: requestedEdits(item),
    composed: toComposition(recipe, picture),
    alphaFrom: sent?.answer.image ?? null,
    file: toFileWriting(recipe),
  }
}

/** Whether an output is the file that the service sent. */
export const isAsSent = (
  item: Results,
  { options, edited, composed, layers, file }: PictureOutput,
): boolean => {
  const sent = sentOf(item)
  if (!sent || edited || composed || layers || file) return false
  return !sent.isCutout || sameRequest(sent.options, options)
}

/** Whether two requests to a service give the same file. Only this device has a `level` (D-71). */
export const sameRequest = (one: ImageOptions, other: ImageOptions): boolean =>
  keyOf({ options: { ...one, level: 'fast' } }) === keyOf({ options: { ...other, level: 'fast' } })

const isMadeHere = (item: Results): boolean => sentOf(item)?.isCutout !== false
