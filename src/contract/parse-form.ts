import * as v from 'valibot'
import { type ErrorDetails, ServiceError } from './service-error.ts'

/** Wire texts by parameter name. */
export type TextForm = { readonly [name: string]: string | undefined }

/**
 * Reads a form by its schema; an empty text counts as absent (D-10). Throws one `validation_error` that
 * lists every failing parameter at once (D-6), together with those of `found`.
 */
export const parseForm = <Schema extends v.GenericSchema>(
  schema: Schema,
  form: TextForm,
  found: ErrorDetails = {},
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, withoutEmpty(form))
  if (result.success && Object.keys(found).length === 0) return result.output
  throw ServiceError.fromIssues(result.issues ?? [], found)
}

const withoutEmpty = (form: TextForm) =>
  Object.fromEntries(Object.entries(form).filter(([, text]) => text !== undefined && text !== ''))
