import { presetRecipes } from '#library/recipe/preset-recipes.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { messages } from '#studio/messages/messages.ts'
import { recipePartText } from './recipe-part-text.ts'

/** The recipes of the studio in the language of the page. */
export const shippedRecipes = presetRecipes(messages.recipes.presets)

/** What tells recipes apart besides their look: `JPG · 2000 × 2000`. */
export const recipeFacts = ({ settings }: SavedRecipe): string =>
  [
    recipePartText('format', settings),
    ...(settings.exactSize ? [recipePartText('dimensions', settings)] : []),
  ].join(' · ')
