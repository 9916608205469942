import { useState } from 'react'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { defaultVideoRecipe, type VideoRecipe } from '#library/recipe/video-recipe.ts'
import { SmallLook } from '#studio/composition/look-tiles.tsx'
import type { PageList } from '#studio/items/media-kind.ts'
import { recipeFacts, shippedRecipes } from '#studio/items/shipped-recipes.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useStudio } from '#studio/state/use-studio.ts'

const texts = messages.batch

type Props = {
  readonly recipes: readonly SavedRecipe[]
  readonly chosenIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** The recipes for every file: one, or several as variants. */
export const RecipesField = ({ recipes, chosenIds, onChange }: Props) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-semibold">{texts.recipes}</legend>
    <div className="slim-scroll grid max-h-52 grid-cols-2 gap-2 overflow-y-auto p-0.5 sm:grid-cols-3 lg:grid-cols-4">
      {recipes.map((recipe) => (
        <label
          key={recipe.id}
          className="touchable flex cursor-pointer items-center gap-2.5 rounded-md bg-raised px-3 py-2 inset-ring inset-ring-line select-none has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink"
        >
          <input
            type="checkbox"
            checked={chosenIds.includes(recipe.id)}
            className="size-4 shrink-0 accent-ink"
            onChange={({ currentTarget }) => {
              const others = chosenIds.filter((each) => each !== recipe.id)
              onChange(currentTarget.checked ? [...others, recipe.id] : others)
            }}
          />
          <span
            aria-hidden
            className="relative size-9 shrink-0 max-sm:hidden overflow-hidden rounded-xs inset-ring inset-ring-line"
          >
            <SmallLook look={recipe.settings} pictures={{ cutout: null, photo: null, own: recipe.picture }} />
          </span>
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{recipe.name}</span>
            <span className="block truncate text-xs text-ink-soft">{recipeFacts(recipe, 'image')}</span>
          </span>
        </label>
      ))}
    </div>
    <p className="mt-1 text-xs text-ink-soft">{texts.recipesHint}</p>
  </fieldset>
)

const isPictured = ({ composition }: Recipe): boolean => composition.background?.kind === 'picture'

/** The available recipes, the current settings first, and the chosen ones. */
export function useRecipeChoice(list: PageList): {
  readonly recipes: readonly SavedRecipe[]
  readonly chosenIds: readonly string[]
  readonly choose: (ids: readonly string[]) => void
} {
  const { recipes: next } = useStore(list)
  const studio = useStudio()
  const pictures = useStore(studio.backgroundPictures)
  const { recipes: own } = useStore(studio.recipes)
  const [chosenIds, choose] = useState<readonly string[]>(['now'])
  const settings = (next.image ?? defaultRecipe) as Recipe
  const clip = (next.video ?? defaultVideoRecipe) as VideoRecipe
  const now: SavedRecipe = {
    id: 'now',
    name: texts.now,
    settings,
    clip,
    names: '{name}',
    picture: pictures.get((isPictured(settings) ? settings : clip).picture) ?? null,
  }
  return { recipes: [now, ...own, ...shippedRecipes], chosenIds, choose }
}
