import { type ImageOptions, parseImageOptions } from '#contract/image-options.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { type ErrorDetails, ServiceError } from '#contract/service-error.ts'
import { type FileKind, isImageKind } from '#contract/sniff.ts'
import { fetchLink, type LinkKind } from './fetch-link.ts'
import { type InputField, kindOf } from './find-input.ts'
import { imageFromBase64 } from './image-from-base64.ts'
import type { RequestForm } from './read-form.ts'

/** Where an image request has its image. */
export type ImageField = Exclude<InputField, 'file' | 'url'>

/**
 * The image of a request and its options, checked in the order size, parameters, content (D-6). A link
 * is followed only when all parameters are in order, so its size counts among the content.
 */
export const readImage = async (
  field: ImageField,
  form: RequestForm,
  { isLegacy, signal }: { readonly isLegacy: boolean; readonly signal: AbortSignal },
): Promise<{ readonly image: Blob; readonly options: ImageOptions }> => {
  const sent = field === 'image_file_b64' ? decode(form.texts[field]) : form.files.get(field)
  if (sent && sent.size > limits.image.maxBytes) throw new ServiceError('image_too_large')

  const { form: texts, found } = isLegacy
    ? fromLegacyForm(form.texts, form.names)
    : { form: form.texts, found: {} }
  const options = parseImageOptions(texts, { ...found, ...inputProblem(field, form, sent) })

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

const decode = (text = ''): Blob | undefined => {
  // Four characters hold three bytes; what is over the limit by far need not be decoded.
  if (text.length * 0.7 > limits.image.maxBytes) throw new ServiceError('image_too_large')
  return imageFromBase64(text) ?? undefined
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
