import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { recipePartText } from '#studio/items/recipe-part-text.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.batch

type Props = {
  readonly recipes: readonly SavedRecipe[]
  readonly chosenIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** The recipes that every file is made with: one, or several as variants. */
export const RecipesField = ({ recipes, chosenIds, onChange }: Props) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-semibold">{texts.recipes}</legend>
    <div className="slim-scroll grid max-h-44 grid-cols-2 gap-2 overflow-y-auto p-0.5 sm:grid-cols-3 lg:grid-cols-4">
      {recipes.map(({ id, name, settings }) => (
        <label
          key={id}
          className="touchable flex cursor-pointer items-start gap-2.5 rounded-md bg-raised px-3 py-2 inset-ring inset-ring-line select-none has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink"
        >
          <input
            type="checkbox"
            checked={chosenIds.includes(id)}
            className="mt-0.5 size-4 shrink-0 accent-ink"
            onChange={({ currentTarget }) => {
              const others = chosenIds.filter((each) => each !== id)
              onChange(currentTarget.checked ? [...others, id] : others)
            }}
          />
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{name}</span>
            <span className="block truncate text-xs text-ink-soft">
              {recipePartText('background', settings)} · {recipePartText('format', settings)}
            </span>
          </span>
        </label>
      ))}
    </div>
    <p className="mt-1 text-xs text-ink-soft">{texts.recipesHint}</p>
  </fieldset>
)
