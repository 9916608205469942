import { type ImageOptions, parseImageOptions } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { type ErrorDetails, ServiceError } from '#contract/service-error.ts'
import { type FileKind, isImageKind } from '#contract/sniff.ts'
import { fetchLink, type LinkKind } from './fetch-link.ts'
import { type FoundInput, type InputField, kindOf } from './find-input.ts'
import { type RequestForm, readTexts } from './read-form.ts'

/** Where an image request has its image. */
export type ImageField = Exclude<InputField, 'file' | 'url'>

export type ImageRequestForm = FoundInput & {
  readonly field: ImageField
  readonly form: RequestForm
  readonly isLegacy: boolean
}

/**
 * The image of a request and its options, checked in the order parameters, content (D-6). A link is followed
 * only when all parameters are in order, so its size counts among the content.
 */
export const readImage = async (
  { field, sent, found: before, form, isLegacy }: ImageRequestForm,
  signal: AbortSignal,
): Promise<{ readonly image: Blob; readonly options: ImageOptions }> => {
  const { texts, found } = readTexts(form, 'image', isLegacy)
  const inputFound = Object.keys(before).length > 0 ? before : inputProblem(field, form, sent)
  const options = parseImageOptions(texts, { ...inputFound, ...found })

  const image = sent ?? (await fetchLink(form.texts[field] ?? '', imageLink, signal))
  const kind = await kindOf(image)
  if (!isImageKind(kind))
    throw new ServiceError('validation_error', { details: { [field]: [notAnImage(kind)] } })
  return { image, options }
}

const imageLink: LinkKind = {
  field: 'image_url',
  noun: 'image',
  maxBytes: limits.image.maxBytes,
  tooLarge: 'image_too_large',
}

const inputProblem = (field: ImageField, form: RequestForm, sent: Blob | undefined): ErrorDetails => {
  const problem =
    field === 'image_url'
      ? linkProblem(form.texts[field] ?? '')
      : sent
        ? null
        : 'image_file_b64 is not base64. Send the bytes of the image, encoded as base64.'
  return problem === null ? {} : { [field]: [problem] }
}

const notAnImage = (kind: FileKind) => {
  const only = 'Only JPEG, PNG and WebP images can be cut out.'
  if (kind === 'gif') return `This is a GIF. ${only}`
  if (kind === 'heif') return `This is an AVIF or HEIC image. ${only}`
  if (kind === 'video') return `This is a video. ${only}`
  return `This is not an image of a known kind. ${only}`
}
