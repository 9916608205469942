import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { findItem } from '#library/items/item.ts'
import { isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { checkNamePattern } from '#library/recipe/output-names.ts'
import { maxRecipeName } from '#library/recipe/recipe-file.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { cutoutThumbnail } from '#studio/composition/cutout-thumbnail.ts'
import { SmallLook } from '#studio/composition/look-tiles.tsx'
import type { PageList } from '#studio/items/media-kind.ts'
import { recipeFacts } from '#studio/items/shipped-recipes.ts'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useHeldMode, useService } from '#studio/state/use-studio.ts'

const texts = messages.recipes

type Props = {
  readonly list: PageList
  readonly title: string
  readonly recipes: readonly SavedRecipe[]
  /** The key of the first recipe in the grid; null for none. */
  readonly firstKey: number | null
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
  /** The recipe being renamed. */
  readonly renamedId: string | null
  /** Ends renaming, with the renamed recipe; null if unchanged. */
  readonly onRename?: (recipe: SavedRecipe | null) => void
}

/** Recipes as checkboxes, each a picture of the open subject with that recipe. */
export function RecipeCards(props: Props) {
  const { list, title, recipes } = props
  const id = useId()
  const { items, selectedId } = useStore(list)
  const shown = findItem(items, selectedId)
  const isMade = (item: typeof shown): item is PictureItem =>
    item !== null && isPicture(item) && item.phase === 'done'
  const item = isMade(shown) ? shown : (items.find(isMade) ?? null)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-sm font-semibold">
        {title}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-3 gap-y-4 max-sm:grid-cols-3 max-sm:gap-x-2">
        {recipes.map((recipe, at) => (
          <Card
            key={recipe.id}
            {...props}
            recipe={recipe}
            at={at}
            item={item}
            kind={shown?.kind ?? 'image'}
          />
        ))}
      </ul>
    </section>
  )
}

type LookProps = { readonly recipe: SavedRecipe; readonly item: PictureItem }

function PicturedLook({ recipe, item }: LookProps) {
  const { data: cutout = null } = useQuery(cutoutThumbnail(useService(), item))
  const { data: info } = useQuery(pictureInfo(item))
  const pictures = { cutout, photo: info?.thumbnail ?? null, own: recipe.picture }
  return <SmallLook look={recipe.settings} pictures={pictures} />
}

type CardProps = Props & {
  readonly recipe: SavedRecipe
  readonly at: number
  /** The kind of the open item. */
  readonly kind: string
  /** The picture on the card; null if no picture is done. */
  readonly item: PictureItem | null
}

function Card(props: CardProps) {
  const { recipe, at, kind, item, firstKey, chosen, onChoose, renamedId, onRename } = props
  const { id, name, settings, picture } = recipe
  const key = firstKey !== null && firstKey + at <= 9 ? String(firstKey + at) : null
  const isRenamed = renamedId === id && onRename !== undefined
  return (
    <li className="min-w-0">
      <label className="group block cursor-pointer select-none">
        <input
          type="checkbox"
          className="peer sr-only"
          aria-label={name}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => {
            const others = chosen.filter((each) => each !== id)
            onChoose(currentTarget.checked ? [...others, id] : others)
          }}
        />
        <span
          aria-hidden
          className="relative block aspect-square overflow-hidden rounded-md outline-offset-2 after:absolute after:inset-0 after:rounded-md after:inset-ring after:inset-ring-line-strong group-hover:after:inset-ring-ink-faint forced-colors:border peer-checked:outline-2 peer-checked:outline-ink peer-focus-visible:outline-3 forced-colors:peer-checked:outline-[Highlight]"
        >
          {item ? (
            <PicturedLook recipe={recipe} item={item} />
          ) : (
            <SmallLook look={settings} pictures={{ cutout: null, photo: null, own: picture }} />
          )}
          {key ? (
            <kbd className="absolute top-1.5 left-1.5 z-10 grid size-5 place-items-center pointer-coarse:hidden rounded-xs bg-panel font-sans text-xs font-medium text-ink inset-ring inset-ring-line-strong">
              {key}
            </kbd>
          ) : null}
        </span>
        {isRenamed ? null : (
          <span aria-hidden className="mt-1.5 block truncate text-sm font-medium">
            {name}
          </span>
        )}
      </label>
      {isRenamed ? <NameField recipe={recipe} onEnd={onRename} /> : null}
      <p className="truncate text-xs text-ink-soft forced-colors:pt-1.5">{recipeFacts(recipe, kind)}</p>
    </li>
  )
}

/** A constant function, so that React calls it once. */
const selectAll = (field: HTMLInputElement | null) => field?.select()

type NameProps = {
  readonly recipe: SavedRecipe
  readonly onEnd: (recipe: SavedRecipe | null) => void
}

/** The name of the recipe, and the pattern of its files' names. */
function NameField({ recipe, onEnd }: NameProps) {
  const [name, setName] = useState(recipe.name)
  const [names, setNames] = useState(recipe.names)
  const end = () => {
    const after = {
      ...recipe,
      name: name.trim() || recipe.name,
      names: isPattern(names) ? names : recipe.names,
    }
    onEnd(after.name === recipe.name && after.names === recipe.names ? null : after)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') end()
  }
  useHeldMode(true, () => onEnd(null))
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) end()
  }
  const field = 'h-7 w-full rounded-sm bg-raised px-1.5 inset-ring inset-ring-field-line'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus is gone, and keys of its fields.
    <div className="mt-1 mb-1 space-y-1.5" onBlur={onBlur} onKeyDown={onKeyDown}>
      <input
        ref={selectAll}
        aria-label={texts.name}
        value={name}
        maxLength={maxRecipeName}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        className={`${field} text-sm font-medium`}
      />
      <input
        aria-label={texts.names}
        title={texts.names}
        value={names}
        maxLength={200}
        aria-invalid={!isPattern(names)}
        onChange={({ currentTarget }) => setNames(currentTarget.value)}
        className={`${field} font-mono text-xs aria-invalid:inset-ring-fault`}
      />
    </div>
  )
}

const isPattern = (names: string): boolean => {
  try {
    checkNamePattern(names)
    return true
  } catch {
    return false
  }
}
