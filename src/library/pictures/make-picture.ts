import type { ImageAnswer } from '#contract/image-answer.ts'
import { noEdits } from '#contract/image-edits.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { isWorkOnDevice, type PictureOutput, type RequestedEdits } from './picture-output.ts'

/** A picture, as this device reads it. */
export type ReadableSource = {
  readonly id: string
  readonly blob: Blob
  /** Whether its cut-out is a first look, at any level. */
  readonly isFirstLook?: true
}

/** A result with the edits it was made with, if any. */
export type EditedAnswer = ImageAnswer & { readonly edited?: RequestedEdits }

/** The source and options of a worker request. */
export const requestOf = (
  { blob, isFirstLook }: Omit<ReadableSource, 'id'>,
  options: ImageOptions,
): { readonly image: Blob; readonly options: ImageOptions; readonly isFirstLook?: true } =>
  isFirstLook
    ? { image: blob, options: { ...options, level: 'fast' }, isFirstLook }
    : { image: blob, options }

/** `looksFirst`: make a first look, the base of later outputs. `isUnlisted`: omit it from the activity log. */
export type PictureCall = CallOptions & { readonly looksFirst?: boolean; readonly isUnlisted?: boolean }

/**
 * Makes an output of `source`. The matte is cached, so other composition options run no network. Rejects like
 * `OnDevice.editImage`.
 */
export async function makePicture(
  service: BackgroundService,
  source: Omit<ReadableSource, 'id'>,
  output: PictureOutput,
  { looksFirst, isUnlisted, ...call }: PictureCall = {},
): Promise<EditedAnswer> {
  const { edited, composed, alphaFrom, layers, file, inSrgb = false } = output
  const { image, options, isFirstLook } = requestOf(source, output.options)
  if (!service.onDevice || !(isWorkOnDevice(output) || isFirstLook || isUnlisted))
    return service.removeImage(image, output.options, { ...call, keepsGamut: !inSrgb, readsAll: true })
  const given = {
    ...(edited && { edits: edited.edits }),
    // Edits wait neither for other images nor for their networks.
    ...(isFirstLook && { isFirstLook, ...(!looksFirst && { edits: edited?.edits ?? noEdits }) }),
    ...(composed && { parts: composed }),
    ...(alphaFrom && { alphaFrom }),
    ...(layers && { layers }),
    ...(file && { file }),
    ...(edited?.isDraft && { isDraft: true }),
    // Other colours take a second reading, and a first look is there to be soon.
    keepsGamut: !inSrgb && !looksFirst,
  }
  const answer = await service.onDevice.editImage(image, options, given, call)
  return edited ? { ...answer, edited } : answer
}
