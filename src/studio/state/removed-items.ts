import { createStore, type Store } from './store.ts'

/** Something that was taken out of a list, and where it stood. */
export type RemovedItem<T> = { readonly item: T; readonly at: number }

/** What was taken out, in the order it went. */
export type RemovedItemsView<T> = Pick<Store<readonly RemovedItem<T>[]>, 'get' | 'subscribe'>

/** What was taken out of a list, for as long as it can be put back. Empty until something was. */
export type RemovedItems<T> = RemovedItemsView<T> & {
  readonly add: (items: readonly T[], from: readonly T[]) => void
  /** Hands out all of it and keeps none. */
  readonly takeAll: () => readonly RemovedItem<T>[]
}

export function createRemovedItems<T extends object>(): RemovedItems<T> {
  const store = createStore<readonly RemovedItem<T>[]>([])
  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (items, from) => {
      // From the end on, so that every place is right once those behind it are gone.
      const taken = from.flatMap((item, at) => (items.includes(item) ? { item, at } : [])).reverse()
      if (taken.length > 0) store.set((before) => [...before, ...taken])
    },
    takeAll: () => {
      const taken = store.get()
      if (taken.length > 0) store.set([])
      return taken
    },
  }
}

/** `list` with what was taken out of it, each where it stood. */
export const restoreItems = <T>(list: readonly T[], taken: readonly RemovedItem<T>[]): readonly T[] =>
  taken.reduceRight<readonly T[]>(
    (all, { item, at }) => all.toSpliced(Math.min(at, all.length), 0, item),
    list,
  )
