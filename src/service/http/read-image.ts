import type { FieldReasons } from '#contract/error-reasons.ts'
import { isImageKind } from '#contract/file-kinds.ts'
import { type ImageOptions, parseImageOptions } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { fetchLink, type LinkKind } from './fetch-link.ts'
import type { FoundInput, InputField } from './find-input.ts'
import { type RequestForm, readTexts } from './read-form.ts'

/** A form field for an image. */
export type ImageField = Exclude<InputField, 'file' | 'url'>

type ImageRequestForm = FoundInput & {
  readonly field: ImageField
  readonly form: RequestForm
  readonly isLegacy: boolean
  readonly canZip: boolean
}

/**
 * The image and options of a request, checked in the order parameters, content (D-6). A link is fetched only if all
 * parameters are valid, so its size is checked with the content.
 */
export const readImage = async (
  { field, sent, found: before, form, isLegacy, canZip }: ImageRequestForm,
  signal: AbortSignal,
): Promise<{ readonly image: Blob; readonly options: ImageOptions }> => {
  const { texts, found } = readTexts(form, 'image', isLegacy, canZip)
  const inputFound = Object.keys(before).length > 0 ? before : inputProblem(field, form, sent)
  const options = parseImageOptions(texts, { ...inputFound, ...found })

  const image = sent ?? (await fetchLink(form.texts[field] ?? '', imageLink, signal))
  const kind = await readFileKind(image)
  if (!isImageKind(kind))
    throw new ServiceError('validation_error', {
      reason: 'image_kind_refused',
      params: { kind },
      fields: [field],
    })
  return { image, options }
}

const imageLink: LinkKind = {
  field: 'image_url',
  noun: 'image',
  maxBytes: limits.image.maxBytes,
  tooLarge: 'image_too_large',
}

const inputProblem = (field: ImageField, form: RequestForm, sent: Blob | undefined): FieldReasons => {
  if (field === 'image_url') {
    const reason = linkProblem(form.texts[field] ?? '')
    return reason === null ? {} : { [field]: [{ reason }] }
  }
  return sent ? {} : { [field]: [{ reason: 'base64_unreadable' }] }
}
