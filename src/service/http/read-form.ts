import type { FieldReasons } from '#contract/error-reasons.ts'
import type { TextForm } from '#contract/form-schema.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'

/** A request's non-empty fields; of a repeated one, the last (D-10). */
export type RequestForm = {
  readonly texts: TextForm
  readonly files: ReadonlyMap<string, Blob>
  /** Of all fields, texts and files. */
  readonly names: readonly string[]
}

/** Reads a multipart body. Throws `missing_image` where there is none (D-2), an `AbortError` on abort. */
export const readForm = async (request: Request): Promise<RequestForm> => {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new ServiceError('missing_image', { reason: 'form_not_multipart' })
  const fields = [...new Map(await formDataOf(request))]
  const files = fields.filter(
    (field): field is [string, File] => typeof field[1] !== 'string' && field[1].size > 0,
  )
  const texts = fields.filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
  return {
    texts: Object.fromEntries(texts),
    files: new Map(files),
    names: [...texts, ...files].map(([name]) => name),
  }
}

/** The parameters of a form in the words of the current contract, and what is wrong with them already. */
export const readTexts = (
  { texts, names }: RequestForm,
  kind: 'image' | 'video',
  isLegacy: boolean,
): { readonly texts: TextForm; readonly found: FieldReasons } => {
  if (!isLegacy) return { texts, found: {} }
  const { form, found } = fromLegacyForm(texts, kind, names)
  return { texts: form, found }
}

const formDataOf = async (request: Request): Promise<FormData> => {
  try {
    return await request.formData()
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new ServiceError('missing_image', { reason: 'form_unreadable', cause })
  }
}
