import { fromBase64, toBase64 } from '#base/base64.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readRecipeText, toRecipeFile } from './recipe-file.ts'
import type { SavedRecipe } from './saved-recipe.ts'

/** Prefix of a link's fragment with a recipe. */
export const recipeHash = '#recipe='

/** The longest fragment: some programs truncate longer links. */
const maxLength = 8192

/** A recipe as URL fragment in base64url (RFC 4648, 5), without its picture if that is too large. */
export const toRecipeHash = async (
  saved: SavedRecipe,
): Promise<{ readonly hash: string; readonly isPictureLeftOut: boolean }> => {
  const hashOf = async (isWhole: boolean) => {
    const base64 = await toBase64(new Blob([JSON.stringify(await toRecipeFile(saved, isWhole))]))
    return recipeHash + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  const whole = await hashOf(true)
  if (whole.length <= maxLength) return { hash: whole, isPictureLeftOut: false }
  const hash = await hashOf(false)
  if (hash.length > maxLength) throw new ServiceError('validation_error', { reason: 'recipe_link_too_long' })
  return { hash, isPictureLeftOut: saved.picture !== null }
}

/** The recipe in a URL fragment. Rejects with a `validation_error`, like `readRecipeText`. */
export const readRecipeHash = async (hash: string): Promise<SavedRecipe> => {
  if (hash.length > maxLength) throw new ServiceError('validation_error', { reason: 'recipe_link_too_long' })
  let json: string
  try {
    const base64 = hash.slice(recipeHash.length).replaceAll('-', '+').replaceAll('_', '/')
    json = new TextDecoder(undefined, { fatal: true }).decode(fromBase64(base64))
  } catch (cause) {
    throw new ServiceError('validation_error', { reason: 'recipe_unknown', cause })
  }
  return readRecipeText(json)
}
