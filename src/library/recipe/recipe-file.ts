import * as v from 'valibot'
import { fromBase64, toBase64 } from '#base/base64.ts'
import { sha256Hex } from '#base/sha256.ts'
import { compositionSchema } from '#contract/composition.ts'
import { ServiceError } from '#contract/service-error.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import { clipRecipeOf } from './convert-recipe.ts'
import { recipeSchema } from './recipe.ts'
import type { SavedRecipe } from './saved-recipe.ts'
import { videoRecipeSchema } from './video-recipe.ts'

/** The file name ending of recipes. */
export const recipeEnding = '.clearcut-recipe.json'

/** The longest name of a recipe, in characters. */
export const maxRecipeName = 60

const newestVersion = 1

const text = (maxLength: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength))

/** Settings have their own schemas. Without `clip`, clip settings follow from the picture's. */
const fileSchema = v.object({
  kind: v.literal('clearcut-recipe'),
  version: v.literal(newestVersion),
  name: text(maxRecipeName),
  names: v.optional(text(200), '{name}-{recipe}'),
  settings: v.record(v.string(), v.unknown()),
  clip: v.optional(v.record(v.string(), v.unknown())),
  /** The background picture; null if it was too large to include. */
  picture: v.optional(
    v.nullable(
      v.object({
        type: v.picklist(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
        sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
        base64: v.pipe(v.string(), v.base64()),
      }),
    ),
    null,
  ),
})

/** A recipe as plain data, as in files, links and the database. */
type RecipeFile = v.InferInput<typeof fileSchema>

/** Migrations by the version that they read; each returns the next version. */
type Migrations = Readonly<Record<number, (older: Readonly<Record<string, unknown>>) => object>>

const migrations: Migrations = {}

/** A recipe as plain data; its picture is included only if `isWhole`. */
export const toRecipeFile = async (
  { name, names, settings, clip, picture }: SavedRecipe,
  isWhole: boolean,
): Promise<RecipeFile> => ({
  kind: 'clearcut-recipe',
  version: newestVersion,
  name,
  names,
  settings,
  // It would fill half of a link.
  ...(JSON.stringify(clip) !== JSON.stringify(clipRecipeOf(settings)) && { clip }),
  ...(isWhole &&
    picture && {
      picture: {
        type: picture.type as NonNullable<RecipeFile['picture']>['type'],
        sha256: await hashFile(picture),
        base64: await toBase64(picture),
      },
    }),
})

/**
 * Parses a recipe of this version or older, with a new id. `picture` is the separately stored one. Rejects with a
 * `validation_error` of the invalid field.
 */
export async function readRecipeFile(
  given: unknown,
  id: string = crypto.randomUUID(),
  picture: Blob | null = null,
): Promise<SavedRecipe> {
  const file = v.safeParse(fileSchema, migrated(given))
  if (!file.success) throw unusable(v.getDotPath(file.issues[0]) ?? 'version')
  const { name, names } = file.output
  const settings = strictly(recipeSchema, file.output.settings, 'settings')
  const clip = file.output.clip
    ? strictly(videoRecipeSchema, file.output.clip, 'clip')
    : clipRecipeOf(settings)
  const own = (await unpacked(file.output.picture)) ?? picture
  if (!own) return { id, name, names, settings, clip, picture: null }
  const named = { picture: await hashFile(own) }
  return { id, name, names, settings: { ...settings, ...named }, clip: { ...clip, ...named }, picture: own }
}

/** Parses a recipe from JSON. Rejects like `readRecipeFile`. */
export const readRecipeText = async (json: string): Promise<SavedRecipe> => {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch (cause) {
    throw new ServiceError('validation_error', { reason: 'recipe_unknown', cause })
  }
  return readRecipeFile(given)
}

/** `given` migrated to the newest version. */
export const migrated = (given: unknown, chain = migrations, newest: number = newestVersion): object => {
  if (!isRecord(given) || given.kind !== 'clearcut-recipe')
    throw new ServiceError('validation_error', { reason: 'recipe_unknown' })
  const { version } = given
  if (typeof version !== 'number') throw unusable('version')
  if (version > newest) throw new ServiceError('validation_error', { reason: 'recipe_of_newer' })
  if (version === newest) return given
  const step = chain[version]
  if (!step) throw unusable('version')
  return migrated({ kind: given.kind, ...step(given), version: version + 1 }, chain, newest)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unusable = (field: string) =>
  new ServiceError('validation_error', {
    fieldReasons: { [field]: [{ reason: 'recipe_field_unusable', params: { field } }] },
  })

type Settings = typeof recipeSchema | typeof videoRecipeSchema

/** Parses settings with a schema of fallbacks, but refuses invalid values. */
const strictly = <S extends Settings>(
  schema: S,
  given: Readonly<Record<string, unknown>>,
  at: string,
): v.InferOutput<S> => {
  if (given.composition !== undefined) {
    const composed = v.safeParse(compositionSchema, given.composition)
    if (!composed.success) throw unusable(`${at}.composition.${v.getDotPath(composed.issues[0])}`)
  }
  const read = v.parse(schema, given)
  const lost = lostField(given, read)
  if (lost !== null) throw unusable(`${at}${lost}`)
  return read
}

/** The path of the first value of `given` that `read` lacks; null if none. */
const lostField = (given: unknown, read: unknown): string | null => {
  if (!isRecord(given)) return JSON.stringify(given) === JSON.stringify(read) ? null : ''
  if (!isRecord(read)) return ''
  for (const [name, value] of Object.entries(given)) {
    const lost = lostField(value, read[name])
    if (lost !== null) return `.${name}${lost}`
  }
  return null
}

const unpacked = async (packed: v.InferOutput<typeof fileSchema>['picture']): Promise<Blob | null> => {
  if (!packed) return null
  const bytes = fromBase64(packed.base64)
  if ((await sha256Hex(bytes)) !== packed.sha256) throw unusable('picture.sha256')
  return new Blob([bytes], { type: packed.type })
}
