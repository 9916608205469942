import type { CompositionParts, LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { type ImageEdits, noEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'

/** A picture as this device reads it. */
export type ReadableSource = {
  readonly id: string
  readonly blob: Blob
  /** Its cut-out is a first look, whatever the level of a request. */
  readonly isFirstLook?: true
}

/** The edits of a request. */
export type RequestedEdits = {
  readonly edits: ImageEdits
  /** Stands for `edits` among all results of the picture. */
  readonly key: string
  /** A small result will do: a slider moves on. */
  readonly isDraft?: boolean
}

/** What only this device does to a result. */
export type WorkOnDevice = {
  readonly edited?: RequestedEdits | null | undefined
  /** What stands behind and around the subject. */
  readonly composed?: CompositionParts | null | undefined
  /** The result of a service whose alpha is used instead of this device's own; absent or null for the latter. */
  readonly alphaFrom?: Blob | null
  /** The result is a Photoshop file with layers of these names. */
  readonly layers?: LayerNames | null
  /** How the file is written, where the options do not say it all. */
  readonly file?: FileWriting | null
  /** The result is in sRGB, which is sooner; else it keeps colours that sRGB does not have. */
  readonly inSrgb?: boolean
}

/** A result, and the edits that it was made with; absent where there are none. */
export type EditedAnswer = ImageAnswer & { readonly edited?: RequestedEdits }

/** What workers are asked with of a source. */
export const requestOf = (
  { blob, isFirstLook }: ReadableSource,
  options: ImageOptions,
): { readonly image: Blob; readonly options: ImageOptions; readonly isFirstLook?: true } =>
  isFirstLook
    ? { image: blob, options: { ...options, level: 'fast' }, isFirstLook }
    : { image: blob, options }

/** Whether a result takes more than `removeImage` of a service. */
export const isWorkOnDevice = ({ edited, composed, alphaFrom, layers, file }: WorkOnDevice): boolean =>
  Boolean(edited || composed || alphaFrom || layers || file)

/**
 * Makes the result of `source` with exactly `options`, edits and composition. The matte is kept, so that other options
 * of composition need no second run of the network. Rejects like `editImage` of `OnDevice`.
 */
export async function makePicture(
  service: BackgroundService,
  source: ReadableSource,
  options: ImageOptions,
  call: CallOptions = {},
  work: WorkOnDevice = {},
): Promise<EditedAnswer> {
  const { edited, composed, alphaFrom, layers, file, inSrgb = false } = work
  const { image, isFirstLook, ...asked } = requestOf(source, options)
  if ((!isWorkOnDevice(work) && !isFirstLook) || !service.onDevice)
    return service.removeImage(source.blob, options, { ...call, keepsGamut: !inSrgb, readsAll: true })
  const given = {
    ...(edited && { edits: edited.edits }),
    // Edits do not wait for other images, nor for their networks.
    ...(isFirstLook && { edits: edited?.edits ?? noEdits, isFirstLook }),
    ...(composed && { parts: composed }),
    ...(alphaFrom && { alphaFrom }),
    ...(layers && { layers }),
    ...(file && { file }),
    ...(edited?.isDraft && { isDraft: true }),
    keepsGamut: !inSrgb,
  }
  const answer = await service.onDevice.editImage(image, asked.options, given, call)
  return edited ? { ...answer, edited } : answer
}
