import type { FieldReasons, Reason } from './error-reasons.ts'
import { type ImageForm, type ImageOptions, imageOptions, parseImageOptions } from './image-options.ts'
import { fromLegacyForm } from './legacy-options.ts'
import { ServiceError } from './service-error.ts'

/** The settings of another client in the terms of this API. */
export type ClientSettings = {
  readonly options: ImageOptions
  /** Name of a setting → why it was left out. Values are not repeated, as they may be secret. */
  readonly leftOut: FieldReasons
}

/** The fields of settings as JSON; none where the text is no JSON object. */
export const settingsFields = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
  } catch {
    return {}
  }
}

/**
 * Reads settings that another client of this kind of API exported, with the names and values of the current contract or
 * of the legacy one (Spec, Compatibility alias; D-60). A setting without a counterpart is listed in `leftOut`. Null
 * where there is no setting at all.
 */
export const readClientSettings = (settings: Readonly<Record<string, unknown>>): ClientSettings | null => {
  const fields = new Map(fieldsOf(settings).map(([name, value]) => [name.trim(), value.trim()]))
  fields.delete('')
  const leftOut: Record<string, readonly Reason[]> = {}
  for (const name of [...fields.keys()]) {
    const why = reasonAgainst(name)
    if (why === null) continue
    leftOut[name] = [why]
    fields.delete(name)
  }
  const { form, found } = fromLegacyForm(Object.fromEntries(fields), 'image')
  const known: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(form)) {
    if (Object.hasOwn(imageOptions.entries, name)) known[name] = value
    else if (!found[name]) leftOut[name] = [{ reason: 'setting_unknown', params: { name } }]
  }
  const { options, refused } = parseWhatGoes(known)
  const all = { ...leftOut, ...found, ...refused }
  const isRecognised = Object.keys(known).length > 0 || Object.keys(found).length > 0
  return isRecognised ? { options, leftOut: all } : null
}

/**
 * Why a setting is left out by its name: legacy parameters without effect (D-60), inputs, and secrets, which do not
 * belong into a file.
 */
const reasonAgainst = (name: string): Reason | null => {
  if (/key|token|secret|authorization|password/i.test(name)) return { reason: 'setting_is_key' }
  if (/^(type|type_level|semitransparency)$/.test(name))
    return { reason: 'setting_without_effect', params: { name } }
  if (/^(image_file|image_file_b64|image_url|file|url)$/.test(name))
    return { reason: 'setting_is_input', params: { name } }
  return null
}

/** The options that are valid, and the problems of the others. */
const parseWhatGoes = (form: ImageForm): { options: ImageOptions; refused: FieldReasons } => {
  try {
    return { options: parseImageOptions(form), refused: {} }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || !thrown.fieldReasons) throw thrown
    const refused = thrown.fieldReasons
    const rest = Object.fromEntries(Object.entries(form).filter(([name]) => !Object.hasOwn(refused, name)))
    return { options: parseImageOptions(rest), refused }
  }
}

/** Settings may be nested in an object such as `params`. Only texts, numbers and booleans are values. */
const fieldsOf = (settings: object): readonly (readonly [name: string, value: string])[] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fieldsOf(value)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)]]
      : []
  })
