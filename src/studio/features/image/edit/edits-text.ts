import { type ClientSettings, readClientSettings } from '#contract/client-settings.ts'
import { type ImageEdits, parseImageEdits } from '#contract/image-edits.ts'
import { type ImageOptions, serializeImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'

/** A recipe, and the edits of one picture where it has any, as the text that `readSettingsText` reads. */
export const settingsText = (options: ImageOptions, edits: ImageEdits | null): string =>
  JSON.stringify({ ...serializeImageOptions(options), ...(edits && { edits }) })

export type SettingsText = {
  /** What the text says of the recipe; null where it says nothing. */
  readonly settings: ClientSettings | null
  /** The edits of a picture; null where there are none. */
  readonly edits: ImageEdits | null
  /** Why the edits in the text cannot be used; null where they can, or there are none. */
  readonly editsError: ServiceError | null
}

/** Reads settings of this or another client, and edits that this one exported. */
export const readSettingsText = (text: string): SettingsText => {
  const { edits, rest } = splitEdits(text)
  const settings = readClientSettings(rest)
  if (edits === undefined) return { settings, edits: null, editsError: null }
  try {
    return { settings, edits: parseImageEdits(edits), editsError: null }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return { settings, edits: null, editsError: thrown }
  }
}

const splitEdits = (text: string): { readonly edits?: unknown; readonly rest: string } => {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null || !('edits' in json)) return { rest: text }
    const { edits, ...rest } = json
    return { edits, rest: JSON.stringify(rest) }
  } catch {
    // No JSON; only JSON can have edits.
    return { rest: text }
  }
}
