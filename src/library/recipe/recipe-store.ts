import * as v from 'valibot'
import type { Store } from '#base/store.ts'
import { type BatchDatabase, openBatchDatabase } from '#library/store/batch-database.ts'
import { changeStores } from '#library/store/database.ts'
import { withStorageReason } from '#library/store/storage-faults.ts'
import { readRecipeFile, toRecipeFile } from './recipe-file.ts'
import type { SavedRecipe } from './saved-recipe.ts'

/** The saved recipes, in the person's order. */
export type SavedRecipes = {
  readonly recipes: readonly SavedRecipe[]
  /** How many recipes this release cannot read; they stay unchanged. */
  readonly unreadable: number
}

/**
 * Methods that change recipes reject with a `ServiceError` if the browser refuses storage; the change then lasts until
 * the page closes.
 */
export type RecipeStore = Pick<Store<SavedRecipes>, 'get' | 'subscribe'> & {
  /** Reads the recipes written by any page. */
  readonly load: () => Promise<void>
  /** Appends new recipes and replaces existing ones. */
  readonly save: (...recipes: readonly SavedRecipe[]) => Promise<void>
  readonly setOrder: (ids: readonly string[]) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

const recordSchema = v.object({
  id: v.string(),
  order: v.number(),
  file: v.unknown(),
  picture: v.nullable(v.instance(Blob)),
})

type Ordered = { readonly order: number; readonly recipe: SavedRecipe }

/** Opens the recipe store; the first `load` reads it. */
export function openRecipeStore(
  store: Store<SavedRecipes>,
  database: () => Promise<BatchDatabase> = openBatchDatabase(),
): RecipeStore {
  const withReason = <T>(work: () => Promise<T>) => withStorageReason(work, { reason: 'disk_full' })
  const show = (recipes: readonly SavedRecipe[]) => store.set((state) => ({ ...state, recipes }))
  const write = (recipes: readonly SavedRecipe[]) =>
    withReason(async () => {
      const order = store.get().recipes.map(({ id }) => id)
      const records = await Promise.all(
        recipes.map(async (recipe) => ({
          id: recipe.id,
          order: order.indexOf(recipe.id),
          picture: recipe.picture,
          file: await toRecipeFile(recipe, false),
        })),
      )
      await changeStores(await database(), ['recipes'], (writing) =>
        Promise.all(records.map((record) => writing.objectStore('recipes').put(record))),
      )
    })
  return {
    get: store.get,
    subscribe: store.subscribe,
    load: () =>
      withReason(async () => {
        const stored = await (await database()).getAll('recipes')
        const read = (await Promise.all(stored.map(readRecord))).filter((each) => each !== null)
        const recipes = read.sort((one, other) => one.order - other.order).map(({ recipe }) => recipe)
        store.set({ recipes, unreadable: stored.length - recipes.length })
      }),
    save: (...saved) => {
      const before = store.get().recipes
      const ids = new Set(before.map(({ id }) => id))
      show([
        ...before.map((each) => saved.find(({ id }) => id === each.id) ?? each),
        ...saved.filter(({ id }) => !ids.has(id)),
      ])
      return write(saved)
    },
    setOrder: (ids) => {
      show(store.get().recipes.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)))
      return write(store.get().recipes)
    },
    remove: (id) => {
      show(store.get().recipes.filter((each) => each.id !== id))
      return withReason(async () => {
        await (await database()).delete('recipes', id)
      })
    },
  }
}

/** Null if this release cannot read it. */
const readRecord = async (stored: unknown): Promise<Ordered | null> => {
  const record = v.safeParse(recordSchema, stored)
  if (!record.success) return null
  const { id, order, file, picture } = record.output
  try {
    return { order, recipe: await readRecipeFile(file, id, picture) }
  } catch {
    return null
  }
}
