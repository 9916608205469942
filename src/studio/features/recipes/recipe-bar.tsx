import { ArrowLeft, ArrowRight, Download, Link, PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { safeStem } from '#base/file-names.ts'
import type { Item } from '#library/items/item.ts'
import { changesOf, isPreset } from '#library/recipe/apply-recipe.ts'
import { lostOnClips } from '#library/recipe/convert-recipe.ts'
import { recipeEnding, toRecipeFile } from '#library/recipe/recipe-file.ts'
import { toRecipeHash } from '#library/recipe/recipe-link.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { saveFile } from '#library/sink.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { useSaveAll } from '#studio/media/saver.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { useCopyText } from '#studio/ui/copy-id.tsx'
import type { RecipesPage } from './recipes-page.ts'

const texts = messages.recipes

type Props = {
  readonly page: RecipesPage
  readonly list: PageList
  /** The chosen recipes. */
  readonly used: readonly SavedRecipe[]
  /** The items to which the recipes are applied. */
  readonly items: readonly Item[]
  readonly isForAll: boolean
  readonly choose: (ids: readonly string[]) => void
  readonly onRename: (id: string) => void
  readonly onClose: () => void
}

/** The actions for the chosen recipes, and what they would change. */
export function RecipeBar({ page, list, used, items, isForAll, choose, onRename, onClose }: Props) {
  const [only] = used.length === 1 ? used : []
  const saveAll = useSaveAll()
  const variants =
    used.length > 1 ? items.flatMap((item) => list.kindOf(item).variants(item, used, 1)).length : 0
  const { offered } = useStore(page)
  const [removed, setRemoved] = useState<{ recipe: SavedRecipe; ids: readonly string[] } | null>(null)
  const count = only ? changesOf(items, only).size : 0
  const hasClips = items.some(({ kind }) => kind === 'video')
  const lost = only && hasClips ? lostOnClips(only) : []
  const remove = (recipe: SavedRecipe) => {
    setRemoved({ recipe, ids: page.store.get().recipes.map(({ id }) => id) })
    choose([])
    void page.write(page.store.remove(recipe.id))
  }
  const putBack = async () => {
    if (!removed) return
    setRemoved(null)
    await page.write(page.store.save(removed.recipe))
    await page.write(page.store.setOrder(removed.ids))
  }
  return (
    <div className="sticky bottom-0 z-10 flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2.5 max-sm:px-3">
      {only ? <CardTools page={page} onRename={onRename} recipe={only} onRemove={remove} /> : null}
      <p role="status" className="min-w-0 flex-1 basis-40 text-sm text-ink-soft">
        {removed && !only ? (
          <span className="inline-flex items-center gap-2">
            {texts.removed(removed.recipe.name)}
            <Button onClick={() => void putBack()}>{texts.putBack}</Button>
          </span>
        ) : null}
        {only && items.length > 0 ? <span>{texts.changes(count, items.length)}</span> : null}
        {lost.length > 0 ? (
          <span className="block text-xs">
            {texts.lostOnClips(lost.map((name) => messages.items.settings.parts[name]).join(', '))}
          </span>
        ) : null}
        {used.length > 1 ? texts.variantsHint : null}
      </p>
      {only && only.id === offered?.id ? (
        <Button
          onClick={() => {
            page.set((state) => ({ ...state, offered: null }))
            choose([only.id])
            void page.write(page.store.save(only))
          }}
        >
          {texts.keep}
        </Button>
      ) : null}
      {variants > 0 ? (
        <Button
          variant="main"
          onClick={() => {
            saveAll.start(
              items.map(({ id }) => id),
              used,
            )
            onClose()
          }}
        >
          {texts.variants(variants)}
        </Button>
      ) : null}
      {used.length < 2 ? (
        <Button
          variant="main"
          disabled={!only || (count === 0 && items.length > 0)}
          onClick={() => {
            if (!only) return
            page.apply(only, items, isForAll)
            onClose()
          }}
        >
          {items.length > 0 ? texts.apply : texts.applyToNext}
        </Button>
      ) : null}
    </div>
  )
}

type ToolProps = Pick<Props, 'page' | 'onRename'> & {
  readonly recipe: SavedRecipe
  readonly onRemove: (recipe: SavedRecipe) => void
}

function CardTools({ page, recipe, onRename, onRemove }: ToolProps) {
  const { recipes } = useStore(page.store)
  const copyText = useCopyText()
  const announce = useAnnounce()
  const ids = recipes.map(({ id }) => id)
  const at = ids.indexOf(recipe.id)
  const move = (by: -1 | 1) => {
    const next = ids.toSpliced(at, 1).toSpliced(at + by, 0, recipe.id)
    void page.write(page.store.setOrder(next))
  }
  const exportFile = async () => {
    const json = JSON.stringify(await toRecipeFile(recipe, true), null, 2)
    const name = safeStem(recipe.name) || texts.title
    saveFile(new Blob([json], { type: 'application/json' }), name + recipeEnding)
  }
  const copyLink = async () => {
    const { hash, isPictureLeftOut } = await toRecipeHash(recipe)
    const { origin, pathname } = location
    await copyText(origin + pathname + hash, isPictureLeftOut ? texts.linkWithoutPicture : texts.linkCopied)
    if (isPictureLeftOut) announce(texts.linkWithoutPicture)
  }
  return (
    <div className="-ml-2 flex max-sm:w-full">
      {at >= 0 ? (
        <>
          <IconButton icon={PencilLine} label={texts.rename} onClick={() => onRename(recipe.id)} />
          <IconButton icon={ArrowLeft} label={texts.earlier} disabled={at === 0} onClick={() => move(-1)} />
          <IconButton
            icon={ArrowRight}
            label={texts.later}
            disabled={at === ids.length - 1}
            onClick={() => move(1)}
          />
        </>
      ) : null}
      <IconButton icon={Download} label={texts.export} onClick={() => void exportFile()} />
      <IconButton icon={Link} label={texts.copyLink} onClick={() => void page.write(copyLink())} />
      {at >= 0 && !isPreset(recipe) ? (
        <IconButton icon={Trash2} label={texts.remove} onClick={() => onRemove(recipe)} />
      ) : null}
    </div>
  )
}
