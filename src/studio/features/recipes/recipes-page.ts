import { BookMarked } from 'lucide-react'
import { createStore, type Store } from '#base/store.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { findItem, type Item } from '#library/items/item.ts'
import { applyRecipe, changesOf } from '#library/recipe/apply-recipe.ts'
import { readRecipeText } from '#library/recipe/recipe-file.ts'
import { readRecipeHash, recipeHash } from '#library/recipe/recipe-link.ts'
import { openRecipeStore, type RecipeStore } from '#library/recipe/recipe-store.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { countsText } from '#studio/items/list-text.ts'
import { shippedRecipes } from '#studio/items/shipped-recipes.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { errorSentence, fieldSentences } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { isIn, placeOf } from '#studio/state/modes.ts'

const texts = messages.recipes

type PageState = {
  /** A recipe in the page's URL that the user has not yet accepted. */
  readonly offered: SavedRecipe | null
  /** An error while the dialog is open, which would cover a message of the page. */
  readonly fault: string | null
}

/** The recipes as the page shows and applies them. */
export type RecipesPage = Store<PageState> & {
  readonly store: RecipeStore
  /** Opens the dialog. */
  readonly open: () => unknown
  /** Saves the recipes of files and opens the dialog. Shows the faults of unusable ones. */
  readonly importFiles: (files: readonly File[]) => Promise<void>
  /** Applies a recipe to items; if there are none, the next files get it. */
  readonly apply: (saved: SavedRecipe, items: readonly Item[], isForAll: boolean) => void
  /** Waits for a change to be written; if that fails, shows why. */
  readonly write: (writing: Promise<void>) => Promise<void>
}

type Parts = Pick<KindParts, 'list' | 'recipes' | 'modes' | 'announcer' | 'backgroundPictures'>

/** Opens the recipes, and the recipe in the page's URL. */
export function openRecipesPage(parts: Parts): RecipesPage {
  const { list, recipes, modes, announcer, backgroundPictures } = parts
  const nothing: PageState = { offered: null, fault: null }
  const page = createStore<PageState>(nothing)
  const open = () => modes.enter({ name: 'recipes', onLeave: () => page.set(nothing) })
  const store = openRecipeStore(recipes)
  const told = async <T>(work: Promise<T>, textOf: (reason: string) => string): Promise<T | null> => {
    try {
      return await work
    } catch (thrown) {
      const error = toServiceError(thrown)
      if (isAbort(error)) return null
      const fields = Object.values(fieldSentences(error.fieldReasons ?? {})).flat()
      const fault = textOf(fields.join(' ') || errorSentence(error))
      if (!isIn(modes.get(), 'recipes')) announcer.warn(fault)
      else {
        page.set((state) => ({ ...state, fault }))
        announcer.announce(fault)
      }
      return null
    }
  }
  const write = async (writing: Promise<void>) => {
    await told(writing, texts.notKept)
  }
  const readAddress = async () => {
    const { hash, pathname, search } = location
    if (!hash.startsWith(recipeHash)) return
    history.replaceState(history.state, '', pathname + search)
    const offered = await told(readRecipeHash(hash), texts.linkUnusable)
    if (!offered) return
    page.set({ offered, fault: null })
    open()
  }
  void write(store.load())
  void readAddress()
  addEventListener('hashchange', () => void readAddress())
  return {
    ...page,
    store,
    open,
    write,
    importFiles: async (files) => {
      for (const file of files) {
        const saved = await told(file.text().then(readRecipeText), (why) =>
          texts.fileUnusable(file.name, why),
        )
        if (!saved) continue
        page.set((state) => ({ ...state, fault: null }))
        open()
        announcer.announce(texts.imported(saved.name))
        await write(store.save(saved))
      }
    },
    apply: (saved, items, isForAll) => {
      const { settings, clip, picture } = saved
      if (picture) backgroundPictures.keep(settings.picture, picture)
      if (items.length === 0) {
        list.setRecipes(new Map(), { ...list.get().recipes, image: settings, video: clip })
        announcer.note(texts.appliedToNext(saved.name))
        return
      }
      const changed = items.filter(({ id }) => changesOf(items, saved).has(id))
      applyRecipe(list, items, saved, isForAll)
      announcer.note(
        changed.length > 0
          ? texts.applied(saved.name, countsText(changed, list))
          : texts.changesNothing(saved.name),
      )
    },
  }
}

type CommandParts = Pick<KindParts, 'list' | 'modes'> & { readonly page: RecipesPage }

/** The command that opens the recipes; and in the grid of results, keys that apply the first nine. */
export const recipeCommands = ({ list, modes, page }: CommandParts): readonly Command[] => {
  const recipeAt = (at: number) => [...page.store.get().recipes, ...shippedRecipes][at] ?? null
  /** The chosen items, or else the selected one. */
  const items = () => {
    const { items: all, chosenIds, selectedId } = list.get()
    const selected = findItem(all, selectedId)
    return chosenIds.length > 0 ? all.filter(({ id }) => chosenIds.includes(id)) : selected ? [selected] : []
  }
  const applyKeys = Array.from(
    { length: 9 },
    (_, at): Command => ({
      id: 'applyRecipe',
      keys: [String(at + 1)],
      shownKeys: [messages.keys.fromTo('1', '9')],
      applies: () => placeOf(modes.get()) === 'grid' && recipeAt(at) !== null && items().length > 0,
      run: () => {
        const saved = recipeAt(at)
        if (saved) page.apply(saved, items(), items().length === list.get().items.length)
      },
    }),
  )
  return [
    {
      id: 'recipes',
      keys: ['r'],
      icon: () => BookMarked,
      label: () => texts.title,
      run: page.open,
    },
    ...applyKeys,
  ]
}
