import { useSyncExternalStore } from 'react'
import type { Store } from '#studio/state/create-store.ts'

/** The value of `store`; the component renders again when it changes. */
export const useStore = <T extends object>(store: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get)
