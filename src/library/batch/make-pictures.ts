import { baseName } from '#base/file-names.ts'
import { isImageKind } from '#contract/file-kinds.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import { defaultImageOptions, type ImageOptions } from '#contract/image-options.ts'
import { isPictureTooLarge, readSizeOfFile } from '#contract/image-size.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { limits } from '#contract/limits.ts'
import { imageFormatOf, imageFormats } from '#contract/output-formats.ts'
import { fileFormats } from '#contract/result-file.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import { isWorkOnDevice, outputOf } from '#library/pictures/picture-output.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'

/** An output that is not written yet. */
export type MadeOutput = {
  readonly content: Blob
  readonly extension: string
  /** In pixels; null if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Probability that its matte is wrong, 0 to 1; null if unknown. */
  readonly doubt: number | null
  /** What the file has and the output lacks. */
  readonly leftOut?: readonly LeftOut[]
}

/** A picture with a person's edits. */
export type PictureToMake = { readonly file: File; readonly edits: ImageEdits | null }

/** Makes one output of the picture. */
export type MakePicture = (recipe: SavedRecipe) => Promise<MadeOutput>

const here = { runLocation: 'device', serviceResult: null } as const

/** The edits need no key: the file's record distinguishes outputs. */
const editedOf = (edits: ImageEdits | null) => edits && { edits, key: '' }

const doubtOf = ({ facts, placement }: ImageAnswer): number | null => {
  if (placement?.hasSubject === false) return 1
  return placement?.risk ?? (facts.confidence === null ? null : 1 - facts.confidence)
}

/** The extension of a recipe's pictures. */
export const pictureExtension = ({ settings }: SavedRecipe): string => fileFormats[settings.format].extension

/**
 * Makes pictures on this device; the network runs once per level, for all recipes. `alphaFrom` is a cut-out made by
 * another service.
 */
export const makeHere =
  (
    device: BackgroundService,
    { file, edits }: PictureToMake,
    call: CallOptions,
    alphaFrom?: Blob,
  ): MakePicture =>
  async (recipe) => {
    if (!device.onDevice) throw new ServiceError('internal_server_error')
    const output = { ...outputOf(here, recipe.settings, recipe.picture), edited: editedOf(edits), alphaFrom }
    const answer = await makePicture(device, { blob: file }, output, { ...call, isUnlisted: true })
    const { width, height } = answer.facts
    return {
      content: answer.image,
      extension: pictureExtension(recipe),
      size: { width, height },
      doubt: doubtOf(answer),
      ...(answer.placement?.leftOut && { leftOut: answer.placement.leftOut }),
    }
  }

/** Options of the one request for all recipes: the final file, or a cut-out for several files. */
export const serviceOptions = (
  recipes: readonly SavedRecipe[],
  { edits }: PictureToMake,
): { readonly options: ImageOptions; readonly isCutout: boolean } => {
  const [recipe] = recipes
  const output = recipe && recipes.length === 1 ? outputOf(here, recipe.settings, null) : null
  return output && !edits && !isWorkOnDevice(output)
    ? { options: output.options, isCutout: false }
    : { options: { ...defaultImageOptions, format: 'png' }, isCutout: true }
}

/** The picture, converted or shrunk if services would refuse it. */
export const toSend = async (
  device: BackgroundService,
  { file }: PictureToMake,
  signal: AbortSignal,
): Promise<File> => {
  const kind = await readFileKind(file)
  const size = await readSizeOfFile(file)
  const isTaken =
    isImageKind(kind) && file.size <= limits.image.maxBytes && !(size && isPictureTooLarge(size))
  if (isTaken || !device.onDevice) return file
  const converted = (await device.onDevice.workers.convertPicture({ image: file }, { signal })).file
  const { type } = converted
  const format = imageFormatOf(type) ?? imageFormats.png
  return new File([converted], `${baseName(file.name)}.${format.extension}`, { type })
}

export const toOutput = async (
  content: Blob,
  { format }: ImageOptions,
  doubt: number | null,
): Promise<MadeOutput> => ({
  content,
  extension: imageFormats[format].extension,
  size: await readSizeOfFile(content),
  doubt,
})
