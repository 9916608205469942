import { lostOnClips } from '#library/recipe/convert-recipe.ts'
import { presetRecipes } from '#library/recipe/preset-recipes.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { messages } from '#studio/messages/messages.ts'
import { recipePartText } from './recipe-part-text.ts'

/** The recipes of the studio in the language of the page. */
export const shippedRecipes = presetRecipes(messages.recipes.presets)

/**
 * The facts that distinguish recipes of the same look, for a kind of items: `JPG · 2000 × 2000` for pictures, `MP4` for
 * clips.
 */
export const recipeFacts = (recipe: SavedRecipe, kind: string): string => {
  const { settings, clip } = recipe
  const isSized = settings.exactSize && !(kind === 'video' && lostOnClips(recipe).includes('dimensions'))
  return [
    recipePartText('format', kind === 'video' ? clip : settings),
    ...(isSized ? [recipePartText('dimensions', settings)] : []),
  ].join(' · ')
}
