import { sha256OfText } from '#base/sha256.ts'
import { type ImageEdits, isUnedited, parseImageEdits } from '#contract/image-edits.ts'
import { parseVideoEdits, type VideoEdits } from '#contract/video-edits.ts'
import type { OnDevice } from '#library/background-service.ts'
import { parseSavedHistory } from '#library/history/saved-history.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import type { BatchFile, BatchPlan } from './batch.ts'

/** A person's edits of a file; null if there are none. */
type EditsOfFile =
  | { readonly kind: 'picture'; readonly edits: ImageEdits | null }
  | { readonly kind: 'clip'; readonly edits: VideoEdits | null }

/** What decides the outputs of a file, with its edits. */
export type Fingerprint = {
  readonly fingerprint: string
  readonly edited: EditsOfFile
  /**
   * Hash of each recipe's settings, background picture and place of work, by recipe id. A new result with the same
   * hash, after an edit or with other networks, replaces the old one; a result with another hash does not.
   */
  readonly asks: ReadonlyMap<string, string>
}

const unlessUnedited = <E extends ImageEdits | VideoEdits>(edits: E): E | null =>
  isUnedited(edits) ? null : edits

/** The picture is identified by its content: earlier releases gave it a new id on every page. */
const withoutId = <R extends SavedRecipe['settings'] | SavedRecipe['clip']>(settings: R): R => ({
  ...settings,
  picture: defaultRecipe.picture,
})

/** The name pattern of a recipe's files. */
export const patternOf = (plan: BatchPlan, recipe: SavedRecipe): string => plan.names || recipe.names

/** The hash of a recipe's settings for each kind (`Fingerprint.asks`); `place` names where its results are made. */
export const asksOf = async (
  recipe: SavedRecipe,
  place: string,
): Promise<Readonly<Record<BatchFile['kind'], string>>> => {
  const behind = recipe.picture && (await hashFile(recipe.picture))
  const askOf = (settings: SavedRecipe['settings'] | SavedRecipe['clip']) =>
    sha256OfText(JSON.stringify([place, withoutId(settings), behind]))
  return { picture: await askOf(recipe.settings), clip: await askOf(recipe.clip) }
}

/**
 * Resolves with a function from a file's hash to its fingerprint, which depends on file, recipes, names, networks and
 * edits. `maker` names what makes mattes, `place` where.
 */
export const createFingerprints = async (
  plan: BatchPlan,
  maker: string,
  place: string,
  savedEdits: Pick<OnDevice['savedEdits'], 'find'>,
): Promise<(kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>> => {
  const recipes = await Promise.all(
    plan.recipes.map(async (recipe) => {
      const behind = recipe.picture && (await hashFile(recipe.picture))
      const [picture, clip] = [withoutId(recipe.settings), withoutId(recipe.clip)]
      const asks = await asksOf(recipe, place)
      return { id: recipe.id, picture, clip, asks, more: [patternOf(plan, recipe), recipe.name, behind] }
    }),
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
    const asks = new Map(recipes.map(({ id, asks }) => [id, asks[kind]]))
    return { fingerprint: await sha256OfText(text), edited, asks }
  }
}
