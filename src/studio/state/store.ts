import { useSyncExternalStore } from 'react'

/** One value outside of the components, with listeners for its changes. */
export type Store<T> = {
  readonly get: () => T
  /** Replaces the value; listeners are not called if it is the same (`Object.is`). */
  readonly set: (next: T | ((previous: T) => T)) => void
  /** Calls `listener` after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const previous = value
      value = typeof next === 'function' ? (next as (previous: T) => T)(previous) : next
      if (Object.is(previous, value)) return
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of `store`; the component renders again when it changes. */
export const useStore = <T extends object>(store: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get)

/** A part of the value of `store`; the component renders again only when that part changes (`Object.is`). */
export const useStoreSelector = <T extends object, P extends string | number | boolean | null>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  pick: (value: T) => P,
): P => useSyncExternalStore(store.subscribe, () => pick(store.get()))
