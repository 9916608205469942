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

/** A removed item with its former index. */
type RemovedItem = { readonly item: Item; readonly at: number }

/** The state of the list. */
export type ItemListState = Choice & {
  /** In order of addition. */
  readonly items: readonly Item[]
  /** Items that can be restored, in order of removal. */
  readonly removed: readonly RemovedItem[]
  /** Settings of the next files, by kind. */
  readonly recipes: Readonly<Record<string, AnyRecipe>>
  readonly scopes: Scopes
}

/** The list of the page, independent of components. */
export type ItemList<K extends ItemKind = ItemKind> = Pick<Store<ItemListState>, 'get' | 'subscribe'> & {
  /** Calls `listener` after each undoable change, until the returned function is called. */
  readonly changes: { readonly subscribe: (listener: (change: ListChange) => void) => () => void }
  readonly kinds: readonly K[]
  readonly kindOf: (item: Item) => K
  /** The settings of the next file of a kind. */
  readonly nextRecipe: (kind: Pick<ItemKind, 'name' | 'firstRecipe'>) => AnyRecipe
  /** Appends files, and shows the first if no item is shown. Never rejects. */
  readonly open: (files: readonly IncomingFile[]) => Promise<void>
  /** Appends items. Selects the first with `mayShow` if none is selected. */
  readonly add: (items: readonly Item[]) => void
  /** Replaces an item; does nothing if it is gone or `change` returns the same object. */
  readonly update: (id: string, change: (item: Item) => Item) => void
  readonly select: (id: string) => void
  /** Chooses an item with others; `among`: the items of a filtered list. */
  readonly choose: (id: string, how: Choosing, among?: readonly Item[]) => void
  readonly chooseAll: (among?: readonly Item[]) => void
  readonly chooseNone: () => void
  /** Replaces settings by item id; `next` replaces the settings of the next files. */
  readonly setRecipes: (recipes: ReadonlyMap<string, AnyRecipe>, next?: ItemListState['recipes']) => void
  readonly setScopes: (change: Partial<Scopes>) => void
  /** Stops and removes items. If the selected one is removed, its neighbour is selected. */
  readonly remove: (ids: readonly string[]) => void
  /** Restores removed items, all or those with `ids`, and selects the last removed one. */
  readonly undoRemove: (ids?: readonly string[]) => void
  /** Discards the removed items. Resolves when their kept data is deleted. */
  readonly purge: () => Promise<void>
}

/** A list whose kinds can be registered. */
export type OpenItemList<K extends ItemKind> = ItemList<K> & {
  /** Registers a kind of items. If several kinds accept a file, the last registered one gets it. */
  readonly register: (kind: K) => void
}

/** Creates an empty list. */
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
      const after = { ...before, items, recipes: next ?? before.recipes }
      store.set(after)
      const isChanged = (_: Item, at: number) => items[at] !== before.items[at]
      // A change concerns items of one kind.
      const first = items.find(isChanged)
      if (!first) return
      const recipesOf = ({ items: all, recipes }: ItemListState): Recipes => ({
        items: new Map(all.filter(isChanged).map(({ id, recipe }) => [id, recipe])),
        next: recipes[first.kind] ?? first.recipe,
      })
      tell({ type: 'recipes', kind: first.kind, from: recipesOf(before), to: recipesOf(after) })
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

/** A new choice sets the scope to the chosen items. */
const withChoice = (state: ItemListState, choice: Choice): ItemListState => {
  const scopes = state.chosenIds.length === 0 ? { ...state.scopes, chosen: 'chosen' as const } : state.scopes
  return { ...state, ...choice, scopes }
}

/** The list without removed items. */
const withoutItems = (state: ItemListState, gone: readonly Item[]): ItemListState => {
  const { items, selectedId, removed } = state
  // In descending order, so that earlier indices stay valid.
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

/** `list` with the removed items inserted at their former indices. */
const restoreItems = (list: readonly Item[], removed: readonly RemovedItem[]): readonly Item[] =>
  removed.reduceRight<readonly Item[]>(
    (all, { item, at }) => all.toSpliced(Math.min(at, all.length), 0, item),
    list,
  )

/** The shown item; null if none is shown. */
export const selectedItem = ({
  items,
  selectedId,
}: Pick<ItemListState, 'items' | 'selectedId'>): Item | null => findItem(items, selectedId)

/** The item after the selected one, wrapping round; null in an empty list. */
export const nextItem = ({ items, selectedId }: Pick<ItemListState, 'items' | 'selectedId'>): Item | null =>
  items[(items.findIndex(({ id }) => id === selectedId) + 1) % items.length] ?? null

/** The items of one kind, in list order. */
export type ItemsOfKind<T> = { readonly items: readonly T[] }

/** The items that satisfy `isOwn`, as a store that changes only with them. */
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
