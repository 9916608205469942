import * as v from 'valibot'
import type { FieldReasons, Reason } from './error-reasons.ts'
import { issueOf, ServiceError } from './service-error.ts'

/** A schema for a form text parsed by `from`, which returns null for invalid text; `reason` is then the issue. */
export const textSchema = <Value>(from: (text: string) => Value | null, reason: Reason) =>
  v.pipe(
    v.string(issueOf(reason)),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = from(dataset.value)
      if (value !== null) return value
      addIssue({ message: issueOf(reason) })
      return NEVER
    }),
  )

/** A schema for one of several lower-case texts, compared exactly (D-10). */
export const choiceSchema = <const Choices extends readonly string[]>(name: string, choices: Choices) =>
  v.picklist(choices, ({ input }) => issueOf(choiceUnknown(name, choices, input)))

/** The reason for a text that is not in a closed set. */
export const choiceUnknown = (name: string, choices: readonly string[], input: unknown): Reason => ({
  reason: 'choice_unknown',
  params: { name, choices, value: String(input) },
})

/** Form texts by parameter name. */
export type TextForm = { readonly [name: string]: string | undefined }

/**
 * Parses a form; an empty text counts as absent (D-10). Throws one `validation_error` with all invalid parameters
 * (D-6), including those in `found`.
 */
export const parseForm = <Schema extends v.GenericSchema>(
  schema: Schema,
  form: TextForm,
  found: FieldReasons = {},
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, withoutEmpty(form))
  if (result.success && Object.keys(found).length === 0) return result.output
  throw ServiceError.fromIssues(result.issues ?? [], found)
}

const withoutEmpty = (form: TextForm) =>
  Object.fromEntries(Object.entries(form).filter(([, text]) => text !== undefined && text !== ''))

/** Fields that only this studio has: `level` (D-71), `audio` and `audio_tracks` (D-72), `deinterlace` (D-73). */
export const studioFields: readonly string[] = ['level', 'audio', 'audio_tracks', 'deinterlace']

/** The fields of a form, in order. */
export const fieldsOf = (form: TextForm): [name: string, text: string][] =>
  Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)

/** The fields of a form without those that services lack. */
export const serviceFieldsOf = (form: TextForm): [name: string, text: string][] =>
  fieldsOf(form).filter(([name]) => !studioFields.includes(name))
