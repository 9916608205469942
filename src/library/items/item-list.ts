import { createStore, type Store } from '#base/store.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'
import {
  type Choice,
  type Choosing,
  chosenIn,
  type Scopes,
  withAllChosen,
  withChosen,
} from './chosen-items.ts'
import { findItem, type IncomingFile, type Item, isUnfinished } from './item.ts'
import type { ItemKind } from './item-kind.ts'
import { changesOf, type ListChange, type Recipes } from './list-change.ts'

/** An item that was removed, and its index in the list then. */
type RemovedItem = { readonly item: Item; readonly at: number }

/** The list as it is now. */
export type ItemListState = Choice & {
  /** In the order they came. */
  readonly items: readonly Item[]
  /** Those that can be restored, in the order of removal. */
  readonly removed: readonly RemovedItem[]
  /** The settings that files get which are opened next, by the name of their kind. */
  readonly recipes: Readonly<Record<string, AnyRecipe>>
  readonly scopes: Scopes
}

/** The list of the page, outside of all components: whoever has it can add files and read what came of them. */
export type ItemList<K extends ItemKind = ItemKind> = Pick<Store<ItemListState>, 'get' | 'subscribe'> & {
  /** Calls `listener` after each change that a person can take back, until the returned function is called. */
  readonly changes: { readonly subscribe: (listener: (change: ListChange) => void) => () => void }
  /** The kinds of items that are known. */
  readonly kinds: readonly K[]
  readonly kindOf: (item: Item) => K
  /** The settings that a file of a kind gets which is opened next. */
  readonly nextRecipe: (kind: Pick<ItemKind, 'name' | 'firstRecipe'>) => AnyRecipe
  /** Adds files to the end, and shows the first of them if nothing else is open. Never rejects. */
  readonly open: (files: readonly IncomingFile[]) => Promise<void>
  /** Adds items to the end. Selects the first of them that may be shown, if none is selected. */
  readonly add: (items: readonly Item[]) => void
  /** Replaces an item; does nothing if it is gone, or if `change` returns the same one. */
  readonly update: (id: string, change: (item: Item) => Item) => void
  readonly select: (id: string) => void
  /** Chooses an item together with others, of `among` where only those are listed. */
  readonly choose: (id: string, how: Choosing, among?: readonly Item[]) => void
  readonly chooseAll: (among?: readonly Item[]) => void
  readonly chooseNone: () => void
  /** Replaces the settings of items by their ids; `next` replaces the settings for the next files. */
  readonly setRecipes: (recipes: ReadonlyMap<string, AnyRecipe>, next?: ItemListState['recipes']) => void
  readonly setScopes: (change: Partial<Scopes>) => void
  /** Stops the work on items and removes them. If the selected one is gone, its neighbour is selected. */
  readonly remove: (ids: readonly string[]) => void
  /** Restores removed items, all or those with `ids`, and selects the one that was removed last. */
  readonly undoRemove: (ids?: readonly string[]) => void
  /** Drops the removed items for good. Resolves when what was kept for them is deleted. */
  readonly purge: () => Promise<void>
}

/** A list that more kinds can be made known to. */
export type OpenItemList<K extends ItemKind> = ItemList<K> & {
  /**
   * Makes the list know a kind of items. Of several kinds that accept a file, the one that was registered last gets it.
   */
  readonly register: (kind: K) => void
}

/** The list when the page opens. */
export function createItemList<K extends ItemKind>(): OpenItemList<K> {
  const store = createStore<ItemListState>({
    items: [],
    selectedId: null,
    chosenIds: [],
    removed: [],
    recipes: {},
    scopes: { usual: null, chosen: 'chosen' },
  })
  const kinds: K[] = []
  const listeners = new Set<(change: ListChange) => void>()
  const tell = (change: ListChange) => {
    for (const listener of listeners) listener(change)
  }

  const kindOf = ({ kind }: Item): K => {
    const known = kinds.find(({ name }) => name === kind)
    if (!known) throw new Error(`No kind of items is called ${kind}.`)
    return known
  }
  const nextRecipe: ItemList['nextRecipe'] = ({ name, firstRecipe }) =>
    store.get().recipes[name] ?? firstRecipe
  const add = (added: readonly Item[], isShown = false) => {
    if (added.length === 0) return
    const first = added.find((item) => kindOf(item).mayShow(item))?.id ?? null
    store.set((state) => ({
      ...state,
      items: [...state.items, ...added],
      selectedId: isShown ? first : (state.selectedId ?? first),
    }))
    for (const kind of kinds) {
      const own = added.filter((item) => item.kind === kind.name)
      if (own.length > 0) kind.begin(own)
    }
  }
  const create = async (file: IncomingFile): Promise<readonly Item[]> => {
    for (const kind of kinds.toReversed()) {
      if (!(await kind.accepts(file))) continue
      return [await kind.create(file, nextRecipe(kind))]
    }
    return []
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    changes: {
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    register: (kind) => {
      kinds.push(kind)
      const recipes = { [kind.name]: kind.firstRecipe }
      store.set((state) => ({ ...state, recipes: { ...state.recipes, ...recipes } }))
    },
    kinds,
    kindOf,
    nextRecipe,
    open: async (files) => {
      const added = (await Promise.all(files.map(create))).flat()
      add(added, !store.get().items.some((item) => isUnfinished(kindOf(item).phase(item))))
    },
    add: (items) => add(items),
    update: (id, change) => {
      const before = findItem(store.get().items, id)
      const after = before && change(before)
      if (!after || after === before) return
      store.set((state) => ({ ...state, items: state.items.map((item) => (item === before ? after : item)) }))
      for (const made of changesOf(before, after, kindOf(after))) tell(made)
    },
    select: (selectedId) => store.set((state) => ({ ...state, selectedId, chosenIds: [] })),
    choose: (id, how, among = store.get().items) =>
      store.set((state) => withChoice(state, withChosen(among, state, id, how))),
    chooseAll: (among = store.get().items) =>
      store.set((state) => withChoice(state, withAllChosen(among, state.selectedId))),
    chooseNone: () => store.set((state) => ({ ...state, chosenIds: [] })),
    setRecipes: (changed, next) => {
      const before = store.get()
      const items = before.items.map((item) => {
        const recipe = changed.get(item.id) ?? item.recipe
        return recipe === item.recipe ? item : { ...item, recipe }
      })
      store.set((state) => ({ ...state, items, recipes: next ?? state.recipes }))
      const others = items.filter((item, at) => item !== before.items[at])
      const [first] = others
      if (!first) return
      // A change is of items of one kind.
      const [from, to] = [recipesOf(before, first), recipesOf(store.get(), first)]
      tell({ type: 'recipes', kind: first.kind, ids: others.map(({ id }) => id), from, to })
    },
    setScopes: (change) => store.set((state) => ({ ...state, scopes: { ...state.scopes, ...change } })),
    remove: (ids) => {
      const gone = store.get().items.filter(({ id }) => ids.includes(id))
      if (gone.length === 0) return
      store.set((state) => withoutItems(state, gone))
      for (const item of gone) kindOf(item).stop(item)
      tell({ type: 'removal', ids: gone.map(({ id }) => id), isRemoved: true })
    },
    undoRemove: (ids) => {
      const back = store.get().removed.filter(({ item }) => ids?.includes(item.id) ?? true)
      const restored = back.map(({ item, at }) => ({ item: kindOf(item).toRestored(item), at }))
      const last = restored.at(-1)
      if (!last) return
      store.set((state) => ({
        ...state,
        items: restoreItems(state.items, restored),
        selectedId: last.item.id,
        removed: state.removed.filter((each) => !back.includes(each)),
      }))
      for (const { item } of back) kindOf(item).resume(item)
    },
    purge: async () => {
      const { removed } = store.get()
      if (removed.length === 0) return
      store.set((state) => ({ ...state, removed: [] }))
      await Promise.all(removed.map(({ item }) => kindOf(item).forget(item)))
    },
  }
}

/** The settings in a state of the list; `kind` and `recipe` are of an item of the kind that is meant. */
const recipesOf = ({ items, recipes }: ItemListState, { kind, recipe }: Item): Recipes => ({
  items: new Map(items.map((item) => [item.id, item.recipe])),
  next: recipes[kind] ?? recipe,
})

/** A choice that begins is what the next change of settings is for. */
const withChoice = (state: ItemListState, choice: Choice): ItemListState => {
  const scopes = state.chosenIds.length === 0 ? { ...state.scopes, chosen: 'chosen' as const } : state.scopes
  return { ...state, ...choice, scopes }
}

/** The list after items were removed together. */
const withoutItems = (state: ItemListState, gone: readonly Item[]): ItemListState => {
  const { items, selectedId, removed } = state
  // From the end on, so that each index is right when the items after it are already gone.
  const taken = items.flatMap((item, at) => (gone.includes(item) ? { item, at } : [])).reverse()
  const remaining = items.filter((item) => !gone.includes(item))
  const index = items.findIndex(({ id }) => id === selectedId)
  const isGone = index >= 0 && !findItem(remaining, selectedId)
  const neighbour = remaining[Math.min(index, remaining.length - 1)]?.id ?? null
  return {
    ...state,
    ...chosenIn(remaining, { ...state, selectedId: isGone ? neighbour : selectedId }),
    items: remaining,
    removed: [...removed, ...taken],
  }
}

/** `list` with the removed items, each at its old index. */
const restoreItems = (list: readonly Item[], removed: readonly RemovedItem[]): readonly Item[] =>
  removed.reduceRight<readonly Item[]>(
    (all, { item, at }) => all.toSpliced(Math.min(at, all.length), 0, item),
    list,
  )

/** The item that is shown; null where none is. */
export const selectedItem = ({
  items,
  selectedId,
}: Pick<ItemListState, 'items' | 'selectedId'>): Item | null => findItem(items, selectedId)

/** The item after the selected one, and the first after the last; null in an empty list. */
export const nextItem = ({ items, selectedId }: Pick<ItemListState, 'items' | 'selectedId'>): Item | null =>
  items[(items.findIndex(({ id }) => id === selectedId) + 1) % items.length] ?? null

/** The items of one kind, in the order of the list. */
export type ItemsOfKind<T> = { readonly items: readonly T[] }

/** The items for which `isOwn` holds, as a store. It changes only when one of them changes. */
export function itemsOfKind<T extends Item>(
  list: Pick<ItemList, 'get' | 'subscribe'>,
  isOwn: (item: Item) => item is T,
): Pick<Store<ItemsOfKind<T>>, 'get' | 'subscribe'> {
  let state: ItemsOfKind<T> = { items: [] }
  const get = () => {
    const items = list.get().items.filter(isOwn)
    if (items.length !== state.items.length || items.some((item, at) => item !== state.items[at]))
      state = { items }
    return state
  }
  return {
    get,
    subscribe: (listener) => {
      let before = get()
      return list.subscribe(() => {
        const after = get()
        if (after === before) return
        before = after
        listener()
      })
    },
  }
}
