import { createStore, type Store } from './store.ts'

/** An item that was removed from a list, and its index there. */
export type RemovedItem<T> = { readonly item: T; readonly at: number }

/** `turn` counts the removals of all lists, so that the removals of two lists have one order. */
type Removal<T> = RemovedItem<T> & { readonly turn: number }

/** All lists of the page count their removals together. */
let turns = 0

/** The removed items in the order of their removal. */
export type RemovedItemsView<T> = Pick<Store<readonly Removal<T>[]>, 'get' | 'subscribe'>

/** Items that were removed from a list, for as long as they can be restored. */
type RemovedItems<T> = RemovedItemsView<T> & {
  readonly add: (items: readonly T[], from: readonly T[]) => void
  /** Returns all of them and keeps none. */
  readonly takeAll: () => readonly RemovedItem<T>[]
}

export function createRemovedItems<T extends object>(): RemovedItems<T> {
  const store = createStore<readonly Removal<T>[]>([])
  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (items, from) => {
      turns += 1
      // From the end on, so that each index is right when the items after it are already gone.
      const taken = from
        .flatMap((item, at) => (items.includes(item) ? { item, at, turn: turns } : []))
        .reverse()
      if (taken.length > 0) store.set((before) => [...before, ...taken])
    },
    takeAll: () => {
      const taken = store.get()
      if (taken.length > 0) store.set([])
      return taken
    },
  }
}

/** `list` with the removed items, each at its old index. */
export const restoreItems = <T>(list: readonly T[], taken: readonly RemovedItem<T>[]): readonly T[] =>
  taken.reduceRight<readonly T[]>(
    (all, { item, at }) => all.toSpliced(Math.min(at, all.length), 0, item),
    list,
  )

/** What was removed last from any of the lists; null if nothing was. */
export const lastRemoved = <T>(...lists: readonly (readonly Removal<T>[])[]): T | null =>
  lists
    .flatMap((taken) => taken.at(-1) ?? [])
    .reduce<Removal<T> | null>((last, next) => (last && last.turn > next.turn ? last : next), null)?.item ??
  null
