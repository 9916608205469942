import { sha256OfText } from '#base/sha256.ts'
import { type ImageEdits, isUnedited, parseImageEdits } from '#contract/image-edits.ts'
import { parseVideoEdits, type VideoEdits } from '#contract/video-edits.ts'
import type { OnDevice } from '#library/background-service.ts'
import { parseSavedHistory } from '#library/history/saved-history.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import type { BatchFile, BatchPlan } from './batch.ts'

/** The edits that a person made of a file, by its content; null where there are none. */
type EditsOfFile =
  | { readonly kind: 'picture'; readonly edits: ImageEdits | null }
  | { readonly kind: 'clip'; readonly edits: VideoEdits | null }

/** What decides the outputs of a file, and its edits. */
export type Fingerprint = { readonly fingerprint: string; readonly edited: EditsOfFile }

const unlessUnedited = <E extends ImageEdits | VideoEdits>(edits: E): E | null =>
  isUnedited(edits) ? null : edits

/** The picture itself is told by its content; releases before this one gave it an id of its own on every page. */
const withoutId = <R extends SavedRecipe['settings'] | SavedRecipe['clip']>(settings: R): R => ({
  ...settings,
  picture: defaultRecipe.picture,
})

/** The pattern of the names of a recipe's files. */
export const patternOf = (plan: BatchPlan, recipe: SavedRecipe): string => plan.names || recipe.names

/**
 * Tells the fingerprint of files by the hash of their content: it differs where file, recipes, names, networks or edits do. `maker`
 * names what makes mattes.
 */
export const createFingerprints = async (
  plan: BatchPlan,
  maker: string,
  savedEdits: Pick<OnDevice['savedEdits'], 'find'>,
): Promise<(kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>> => {
  const recipes = await Promise.all(
    plan.recipes.map(async (recipe) => ({
      ...{ picture: withoutId(recipe.settings), clip: withoutId(recipe.clip) },
      more: [patternOf(plan, recipe), recipe.name, recipe.picture && (await hashFile(recipe.picture))],
    })),
  )
  const editsOf = async (kind: BatchFile['kind'], hash: string): Promise<EditsOfFile> => {
    const stored = await savedEdits.find(hash)
    if (stored === null) return { kind, edits: null }
    return kind === 'picture'
      ? { kind, edits: unlessUnedited(parseSavedHistory(stored, parseImageEdits).present) }
      : { kind, edits: unlessUnedited(parseSavedHistory(stored, parseVideoEdits).present) }
  }
  return async (kind, hash) => {
    const edited = await editsOf(kind, hash)
    const made = recipes.map((recipe) => [recipe[kind], recipe.more])
    const text = JSON.stringify([maker, hash, made, edited.edits])
    return { fingerprint: await sha256OfText(text), edited }
  }
}
