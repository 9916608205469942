import { useRef, useState } from 'react'
import type { Scope } from '#library/items/chosen-items.ts'
import { findItem, type Item } from '#library/items/item.ts'
import { bothOf } from '#library/recipe/convert-recipe.ts'
import { recipeEnding } from '#library/recipe/recipe-file.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { recipePartText } from '#studio/items/recipe-part-text.ts'
import { shippedRecipes } from '#studio/items/shipped-recipes.ts'
import { messages } from '#studio/messages/messages.ts'
import { isIn } from '#studio/state/modes.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { useAnnounce, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { RecipeBar } from './recipe-bar.tsx'
import { RecipeCards } from './recipe-cards.tsx'
import type { RecipesPage } from './recipes-page.ts'

const texts = messages.recipes

type Props = { readonly page: RecipesPage; readonly list: PageList }

/** The recipes as cards. */
export function RecipesDialog({ page, list }: Props) {
  const { modes } = useStudio()
  const isOpen = useStoreSelector(modes, (state) => isIn(state, 'recipes'))
  const close = () => modes.leave('recipes')
  return (
    <Dialog title={texts.title} isWide open={isOpen} onClose={close}>
      <Recipes page={page} list={list} onClose={close} />
    </Dialog>
  )
}

/** The items of a scope, of any kind. */
const itemsIn = (list: PageList, scope: Scope): readonly Item[] => {
  const { items, chosenIds, selectedId } = list.get()
  if (scope === 'all') return items
  const ids = scope === 'chosen' ? chosenIds : [selectedId]
  return items.filter(({ id }) => ids.includes(id))
}

function Recipes({ page, list, onClose }: Props & { readonly onClose: () => void }) {
  const { recipes, unreadable } = useStore(page.store)
  const { items, chosenIds, selectedId } = useStore(list)
  const { offered, fault } = useStore(page)
  const shown = findItem(items, selectedId)
  const [wanted, setScope] = useState<Scope>(chosenIds.length > 0 ? 'chosen' : 'all')
  const scope = wanted === 'chosen' && chosenIds.length === 0 ? 'all' : wanted
  const [chosen, choose] = useState<readonly string[]>([])
  const [renamedId, rename] = useState<string | null>(null)
  const all = [...(offered ? [offered] : []), ...recipes, ...shippedRecipes]
  const used = all.filter(({ id }) => (chosen.length > 0 ? chosen.includes(id) : id === offered?.id))
  const cards = { list, chosen: used.map(({ id }) => id), onChoose: choose, renamedId }
  const showNew = (id: string) => {
    choose([id])
    rename(id)
  }
  return (
    <div className="flex min-h-[calc(min(88dvh,50rem)-3.75rem)] flex-col max-sm:min-h-[calc(100dvh-3.75rem)]">
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4">
        {items.length > 1 ? (
          <Segmented
            legend={messages.items.settings.applyTo}
            value={scope}
            onChange={setScope}
            choices={[
              ...(shown ? [{ value: 'one' as const, label: list.kindOf(shown).texts.thisOne }] : []),
              ...(chosenIds.length > 0
                ? [{ value: 'chosen' as const, label: messages.items.settings.chosen(chosenIds.length) }]
                : []),
              { value: 'all', label: messages.items.settings.all(items.length) },
            ]}
          />
        ) : null}
        <span className="flex-1 max-sm:basis-full" />
        <ImportButton page={page} />
        {shown ? <SaveButton page={page} item={shown} onSaved={showNew} /> : null}
      </div>
      <div className="flex-1 space-y-5 px-5 py-4">
        {fault ? <p className="text-sm text-fault [overflow-wrap:anywhere]">{fault}</p> : null}
        {offered ? (
          <RecipeCards {...cards} title={texts.offered(offered.name)} recipes={[offered]} firstKey={null} />
        ) : null}
        {recipes.length > 0 ? (
          <RecipeCards
            {...cards}
            title={texts.own}
            recipes={recipes}
            firstKey={1}
            onRename={(recipe) => {
              rename(null)
              if (recipe) void page.write(page.store.save(recipe))
            }}
          />
        ) : (
          <p className="text-sm text-ink-soft">{texts.none}</p>
        )}
        <RecipeCards
          {...cards}
          title={texts.shipped}
          recipes={shippedRecipes}
          firstKey={recipes.length + 1}
        />
        {unreadable > 0 ? <p className="text-xs text-ink-soft">{texts.unreadable(unreadable)}</p> : null}
      </div>
      <RecipeBar
        page={page}
        list={list}
        used={used}
        onClose={onClose}
        choose={choose}
        items={itemsIn(list, scope)}
        isForAll={scope === 'all'}
        onRename={rename}
      />
    </div>
  )
}

type SaveProps = {
  readonly page: RecipesPage
  readonly item: Item
  readonly onSaved: (id: string) => void
}

/** Saves the settings of the shown item, then lets the user edit the name. */
function SaveButton({ page, item, onSaved }: SaveProps) {
  const pictures = useStore(useStudio().backgroundPictures)
  const announce = useAnnounce()
  const save = () => {
    const { settings, clip } = bothOf(item)
    const own = item.kind === 'video' ? clip : settings
    const name = `${recipePartText('background', own)}, ${recipePartText('format', own)}`
    const isPictured = settings.composition.background?.kind === 'picture'
    const saved: SavedRecipe = {
      id: crypto.randomUUID(),
      name,
      names: '{name}-{recipe}',
      settings,
      clip,
      picture: (isPictured && pictures.get(settings.picture)) || null,
    }
    announce(texts.saved(name))
    onSaved(saved.id)
    void page.write(page.store.save(saved))
  }
  return (
    <Button variant="plain" onClick={save}>
      {texts.save}
    </Button>
  )
}

function ImportButton({ page }: { readonly page: RecipesPage }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="quiet" onClick={() => input.current?.click()}>
        {texts.import}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={`${recipeEnding},.json,application/json`}
        aria-label={texts.import}
        onChange={({ currentTarget }) => {
          void page.importFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
