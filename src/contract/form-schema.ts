import * as v from 'valibot'
import { type ErrorDetails, ServiceError } from './service-error.ts'

/** A schema for a wire text that `from` reads: `from` gives null for a text it refuses, which `message` explains. */
export const textSchema = <Value>(from: (text: string) => Value | null, message: string) =>
  v.pipe(
    v.string(message),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = from(dataset.value)
      if (value !== null) return value
      addIssue({ message })
      return NEVER
    }),
  )

/** A schema for one of a closed set of lower-case texts, compared exactly (D-10). */
export const choiceSchema = <const Choices extends readonly string[]>(name: string, choices: Choices) =>
  v.picklist(choices, (issue) => `${name} is ${listed(choices)}, not ${quoted(issue.input)}.`)

/** `png, jpg or webp` */
export const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** A value as it was sent, cut short, since it is shown to people. */
export const quoted = (value: unknown) => {
  const text = String(value)
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
}

/** What a video is told of a parameter that it does not take (D-30). */
export const imageOnlyMessage = (name: string) => `${name} applies to images only. Leave it out for a video.`

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

/** The fields that only the studio itself knows: `level` (D-71) and `audio` (D-72). */
export const studioFields: readonly string[] = ['level', 'audio']

/** A form's fields in their order. */
export const fieldsOf = (form: TextForm): [name: string, text: string][] =>
  Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)

/** The same for a service, without the fields that only the studio knows. */
export const serviceFieldsOf = (form: TextForm): [name: string, text: string][] =>
  fieldsOf(form).filter(([name]) => !studioFields.includes(name))
