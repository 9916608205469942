import { createStore, type Store } from './create-store.ts'

/** Something that was taken out of a list, and where it stood. */
export type Taken<T> = { readonly item: T; readonly at: number }

/** What was taken out, in the order it went. */
export type AsideView<T> = Pick<Store<readonly Taken<T>[]>, 'get' | 'subscribe'>

/** What was taken out of a list, for as long as it can be put back. Empty until something was. */
export type Aside<T> = AsideView<T> & {
  readonly take: (items: readonly T[], from: readonly T[]) => void
  /** Hands out all of it and keeps none. */
  readonly empty: () => readonly Taken<T>[]
}

export function createAside<T extends object>(): Aside<T> {
  const store = createStore<readonly Taken<T>[]>([])
  return {
    get: store.get,
    subscribe: store.subscribe,
    take: (items, from) => {
      // From the end on, so that every place is right once those behind it are gone.
      const taken = from.flatMap((item, at) => (items.includes(item) ? { item, at } : [])).reverse()
      if (taken.length > 0) store.set((before) => [...before, ...taken])
    },
    empty: () => {
      const taken = store.get()
      if (taken.length > 0) store.set([])
      return taken
    },
  }
}

/** `list` with what was taken out of it, each where it stood. */
export const putBack = <T>(list: readonly T[], taken: readonly Taken<T>[]): readonly T[] =>
  taken.reduceRight<readonly T[]>(
    (all, { item, at }) => all.toSpliced(Math.min(at, all.length), 0, item),
    list,
  )
