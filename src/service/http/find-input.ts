import type { FieldReasons } from '#contract/error-reasons.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { isStillPicture } from '#service/check-input.ts'
import type { RequestForm } from './read-form.ts'

/** Form fields for the input of a request, and their content (Spec, Endpoints; D-60). */
const inputFields = {
  image_file: { holds: 'file', legacyOnly: false },
  image_url: { holds: 'text', legacyOnly: true },
  image_file_b64: { holds: 'base64', legacyOnly: true },
  file: { holds: 'file', legacyOnly: false },
  url: { holds: 'text', legacyOnly: false },
} as const

/** A form field for the input. */
export type InputField = keyof typeof inputFields

/** The input found in a request. */
export type FoundInput = {
  /** The first field that has an input. */
  readonly field: InputField
  /** The file in that field; absent for links and invalid base64. */
  readonly sent?: Blob
  /** Problems found so far: several inputs (D-3, D-60). */
  readonly found: FieldReasons
}

/**
 * Finds the input of a request, and makes the checks that precede its parameters (D-6). Throws `missing_image` without
 * an input (D-4), for a file under another name, and for an image in `file` (D-3); `image_too_large` or
 * `video_too_large` beyond the limit (D-5).
 */
export const findInput = async (form: RequestForm, isLegacy: boolean): Promise<FoundInput> => {
  const present = (Object.keys(inputFields) as InputField[]).filter(
    (field) => (isLegacy || !inputFields[field].legacyOnly) && isPresent(form, field),
  )
  const [field] = present
  if (!field) throw missingImage(form)
  const sent = present.map((each) => sentIn(form, each))
  if (present.length > 1) return { field, found: severalInputs(present) }
  const [file] = sent
  if (field === 'file' && file && (await isStillPicture(file, await readFileKind(file))))
    throw new ServiceError('missing_image', { reason: 'image_in_video_field' })
  return { field, ...(file && { sent: file }), found: {} }
}

const isPresent = ({ files, texts }: RequestForm, field: InputField): boolean => {
  const { holds } = inputFields[field]
  if (holds === 'file') return files.has(field)
  const text = texts[field] ?? ''
  return holds === 'base64' ? !isEmptyData(text) : text !== ''
}

/** The file in a field. Throws if base64 text exceeds the limit. */
const sentIn = ({ files, texts }: RequestForm, field: InputField): Blob | undefined => {
  if (inputFields[field].holds !== 'base64') return files.get(field)
  const text = texts[field] ?? ''
  const { maxBytes } = limits.image
  // Four base64 characters hold three bytes, so far too long text need not be decoded.
  const file = text.length * 0.7 > maxBytes ? null : imageFromBase64(text)
  if (text.length * 0.7 > maxBytes || (file && file.size > maxBytes))
    throw new ServiceError('image_too_large')
  return file ?? undefined
}

const missingImage = ({ files, texts }: RequestForm) => {
  const [stray] = files.keys()
  if (stray !== undefined)
    return new ServiceError('missing_image', {
      reason: 'file_field_unknown',
      params: { field: stray },
    })
  if (texts.image_file !== undefined)
    return new ServiceError('missing_image', { reason: 'image_sent_as_text' })
  return new ServiceError('missing_image')
}

const severalInputs = (names: readonly InputField[]): FieldReasons =>
  Object.fromEntries(names.map((name) => [name, [{ reason: 'several_inputs', params: { names } }] as const]))

/** Decodes base64 text, with or without a `data:` prefix and line breaks; null if invalid. */
const imageFromBase64 = (text: string): Blob | null => {
  try {
    const binary = atob(text.replace(/^\s*data:[^,]*;base64,/i, ''))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
    return new Blob([bytes])
  } catch {
    return null
  }
}

/** Whether nothing follows the `data:` prefix, like an empty file. */
const isEmptyData = (text: string): boolean => text.replace(/^\s*data:[^,]*(,|$)/i, '').trim() === ''
