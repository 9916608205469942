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
  /** Stands for `edits` among all outputs of the picture. */
  readonly key: string
  /** A small result will do: a slider moves on. */
  readonly isDraft?: boolean
}

/** What is made of a picture: what the options of the API say, and what only this device does. */
export type PictureOutput = {
  readonly options: ImageOptions
  readonly edited?: RequestedEdits | null | undefined
  /** What stands behind and around the subject. */
  readonly composed?: CompositionParts | null | undefined
  /** The result of a service whose alpha is used instead of this device's own. */
  readonly alphaFrom?: Blob | null | undefined
  /** The file is a Photoshop file with layers of these names. */
  readonly layers?: LayerNames | null | undefined
  /** How the file is written, where the options do not say it all. */
  readonly file?: FileWriting | null | undefined
  /** The result is in sRGB, which is sooner; else it keeps colours that sRGB does not have. */
  readonly inSrgb?: boolean
}

/** Names an output among all of its picture: outputs of one key are the same. */
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

/** What is seen of an output where it is small. Another level would be seen, but takes a run of a network. */
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

/** Whether an output takes more than `removeImage` of a service. */
export const isWorkOnDevice = ({ edited, composed, alphaFrom, layers, file }: PictureOutput): boolean =>
  Boolean(edited || composed || alphaFrom || layers || file)

/** Where an item runs, and what a service made of it. */
export type Results = Pick<PictureItem, 'runLocation' | 'serviceResult'>

/** The result of the service where the item runs there now; null where it does not, or has none. */
export const sentOf = ({ runLocation, serviceResult }: Results): ServiceResult | null =>
  runLocation === 'service' ? serviceResult : null

/** The cut-out of a service of which this device makes the files of an item; null where there is none. */
export const cutoutOf = (item: Results): ServiceResult | null => {
  const sent = sentOf(item)
  return sent?.isCutout ? sent : null
}

/** The edits of an item as its next output has them; null where there are none, or none are possible. */
export const requestedEdits = (
  item: Results & Partial<Pick<PictureItem, 'edits'>>,
): RequestedEdits | null => {
  const key = item.edits ? editsKey(item.edits) : null
  return item.edits && key !== null && isMadeHere(item) ? { edits: item.edits.present, key } : null
}

/**
 * What an item's file is made as, with its edits and exactly the options of the recipe. A result of a service that is
 * no cut-out stays as it is: this device cannot make it anew. `picture` stands behind the subject where the recipe says
 * so.
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

/** Whether an output of an item is the file that the service sent. */
export const isAsSent = (
  item: Results,
  { options, edited, composed, layers, file }: PictureOutput,
): boolean => {
  const sent = sentOf(item)
  if (!sent || edited || composed || layers || file) return false
  return !sent.isCutout || sameRequest(sent.options, options)
}

/** Whether two requests ask a service for the same file. Services have no `level`; only this device has (D-71). */
export const sameRequest = (one: ImageOptions, other: ImageOptions): boolean =>
  keyOf({ options: { ...one, level: 'fast' } }) === keyOf({ options: { ...other, level: 'fast' } })

const isMadeHere = (item: Results): boolean => sentOf(item)?.isCutout !== false
