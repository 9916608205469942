import { ServiceError } from '#contract/service-error.ts'
import { type FileKind, sniff, sniffBytes } from '#contract/sniff.ts'
import type { RequestForm } from './read-form.ts'

/** The fields that hold what a request works on, and what they hold it as (Spec, Endpoints; D-60). */
const inputFields = {
  image_file: { holds: 'file', legacyOnly: false },
  image_url: { holds: 'text', legacyOnly: true },
  image_file_b64: { holds: 'text', legacyOnly: true },
  file: { holds: 'file', legacyOnly: false },
  url: { holds: 'text', legacyOnly: false },
} as const

export type InputField = keyof typeof inputFields

/**
 * The one input of a request. Throws `missing_image` where there is none (D-4), where a file came under
 * another name, or where `file` holds an image (D-3); `validation_error` where there are several.
 */
export const findInput = async (form: RequestForm, isLegacy: boolean): Promise<InputField> => {
  const present = (Object.keys(inputFields) as InputField[]).filter((field) => {
    const { holds, legacyOnly } = inputFields[field]
    return (isLegacy || !legacyOnly) && (holds === 'file' ? form.files.has(field) : form.texts[field])
  })
  const [field] = present
  if (!field) throw missingImage(form)
  if (present.length > 1) throw severalInputs(present)
  const file = form.files.get(field)
  if (field === 'file' && file && isPicture(await kindOf(file)))
    throw new ServiceError('missing_image', {
      message: 'The field file is for videos, and this is an image. Send it in the field image_file.',
    })
  return field
}

export const kindOf = async (file: Blob): Promise<FileKind> =>
  sniff(new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer()))

const isPicture = (kind: FileKind) => kind !== 'video' && kind !== 'gif' && kind !== 'unknown'

const missingImage = ({ files, texts }: RequestForm) => {
  const [stray] = files.keys()
  if (stray !== undefined)
    return new ServiceError('missing_image', {
      message: `The request has a file in the field ${stray}, which is not read. Send the image in the field image_file.`,
    })
  if (texts.image_file !== undefined)
    return new ServiceError('missing_image', {
      message: 'The field image_file holds a text. Send the image there as a file, with a file name.',
    })
  return new ServiceError('missing_image')
}

const severalInputs = (fields: readonly InputField[]) =>
  new ServiceError('validation_error', {
    details: Object.fromEntries(
      fields.map((field) => [field, [`Send only one of ${fields.join(' and ')}.`]]),
    ),
  })
