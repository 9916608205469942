import { useState } from 'react'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { defaultVideoRecipe, type VideoRecipe } from '#library/recipe/video-recipe.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'

/** The recipes that can be chosen, those of now first, and the chosen ones. */
export function useRecipeChoice(list: PageList): {
  readonly recipes: readonly SavedRecipe[]
  readonly chosenIds: readonly string[]
  readonly choose: (ids: readonly string[]) => void
} {
  const { recipes: next } = useStore(list)
  const pictures = useStore(useStudio().backgroundPictures)
  const [chosenIds, choose] = useState<readonly string[]>(['now'])
  const settings = (next.image ?? defaultRecipe) as Recipe
  const clip = (next.video ?? defaultVideoRecipe) as VideoRecipe
  const now: SavedRecipe = {
    ...{ id: 'now', name: messages.batch.now, settings, clip, names: '{name}' },
    picture: pictures.get(settings.picture) ?? null,
  }
  return { recipes: [now], chosenIds, choose }
}
