import { useSyncExternalStore } from 'react'
import type { Store } from '#base/store.ts'

/** The value of `store`; the component renders again on every change. */
export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get)

/** A part of the value of `store`; the component renders again only if that part changes (`Object.is`). */
export const useStoreSelector = <T extends object, P extends string | number | boolean | null>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  pick: (value: T) => P,
): P => useSyncExternalStore(store.subscribe, () => pick(store.get()))
