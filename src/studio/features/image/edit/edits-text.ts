import * as v from 'valibot'
import { type ClientSettings, readClientSettings, settingsFields } from '#contract/client-settings.ts'
import {
  type Composition,
  type CompositionFound,
  isNoComposition,
  readComposition,
} from '#contract/composition.ts'
import { type ImageEdits, parseImageEdits } from '#contract/image-edits.ts'
import { type ImageOptions, serializeImageOptions } from '#contract/image-options.ts'
import { type FileWriting, fileWritingSchema } from '#contract/result-file.ts'
import { ServiceError } from '#contract/service-error.ts'

/**
 * A recipe, how its file is written, and the edits of one picture where it has any, as the text that `readSettingsText`
 * reads. The picture of a background is no part of it.
 */
export const settingsText = (
  options: ImageOptions,
  composition: Composition,
  edits: ImageEdits | null,
  file: FileWriting | null,
): string =>
  JSON.stringify({
    ...serializeImageOptions(options),
    ...(isNoComposition(composition) ? {} : { composition }),
    ...(file && { file }),
    ...(edits && { edits }),
  })

type SettingsText = CompositionFound & {
  /** What the text says of the recipe; null where it says nothing. */
  readonly settings: ClientSettings | null
  /** How the file is written; null where the text does not say it. */
  readonly file: FileWriting | null
  /** The edits of a picture; null where there are none. */
  readonly edits: ImageEdits | null
  /** Why the edits in the text cannot be used; null where they can, or there are none. */
  readonly editsError: ServiceError | null
}

/** Reads settings of this or another client, and edits that this one exported. */
export const readSettingsText = (text: string): SettingsText => {
  const { edits, composition: given, ...fields } = settingsFields(text)
  // A client may call its input `file`.
  const writing = v.safeParse(fileWritingSchema, fields.file)
  const settings = {
    settings: readClientSettings(typeof fields.file === 'object' ? { ...fields, file: null } : fields),
    file: writing.success ? writing.output : null,
    ...readComposition(given),
  }
  if (edits === undefined) return { ...settings, edits: null, editsError: null }
  try {
    return { ...settings, edits: parseImageEdits(edits), editsError: null }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return { ...settings, edits: null, editsError: thrown }
  }
}
