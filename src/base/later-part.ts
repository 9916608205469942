import { memoizePromise } from './promises.ts'
import { createStore, type Store } from './store.ts'

/** A part of the studio that is loaded on demand; null until it is loaded. */
export type LaterPart<T> = Pick<Store<T | null>, 'get' | 'subscribe'> & {
  /** All callers share the result of `open`. A failure rejects, and the next call tries again. */
  readonly load: () => Promise<T>
}

export const laterPart = <T>(open: () => Promise<T>): LaterPart<T> => {
  const { get, set, subscribe } = createStore<T | null>(null)
  const load = memoizePromise(async () => {
    const opened = await open()
    // The opened value may be a function, which `set` would call.
    set(() => opened)
    return opened
  })
  return { get, subscribe, load }
}

/** A store within a later part. Any use before it is loaded throws: its users are loaded with it. */
export const laterStore = <T>({ get }: LaterPart<Store<T>>): Store<T> => {
  const store = (): Store<T> => {
    const opened = get()
    if (!opened) throw new Error('A store was used before it was opened.')
    return opened
  }
  return {
    get: () => store().get(),
    set: (next) => store().set(next),
    subscribe: (listener) => store().subscribe(listener),
  }
}
