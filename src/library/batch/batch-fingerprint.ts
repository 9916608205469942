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
export type Fingerprint = {
  readonly fingerprint: string
  readonly edited: EditsOfFile
  /**
   * What is asked of each recipe, by its id: settings, picture behind the subject, and where it is made. What was made
   * so is made anew in its place, after an edit or with other networks; what was asked otherwise is another result.
   */
  readonly asks: ReadonlyMap<string, string>
}

const unlessUnedited = <E extends ImageEdits | VideoEdits>(edits: E): E | null =>
  isUnedited(edits) ? null : edits

/** The picture itself is told by its content; releases before this one gave it an id of its own on every page. */
const withoutId = <R extends SavedRecipe['settings'] | SavedRecipe['clip']>(settings: R): R => ({
  ...settings,
  picture: defaultRecipe.picture,
})

/** The pattern of the names of a recipe's files. */
export const patternOf = (plan: BatchPlan, recipe: SavedRecipe): string => plan.names || recipe.names

/** What is asked of a recipe for each kind (`Fingerprint.asks`); `place` names where it is made. */
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
 * Tells the fingerprint of files by the hash of their content: it differs where file, recipes, names, networks or edits
 * do. `maker` names what makes mattes, `place` where that is.
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
