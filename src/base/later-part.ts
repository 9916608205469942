import { memoizePromise } from './promises.ts'
import { createStore, type Store } from './store.ts'

/** A part of the studio that is loaded when it is needed: null until it is there. */
export type LaterPart<T> = Pick<Store<T | null>, 'get' | 'subscribe'> & {
  /** All callers share what `open` gives. A failure rejects, and the next call tries again. */
  readonly load: () => Promise<T>
}

export const laterPart = <T>(open: () => Promise<T>): LaterPart<T> => {
  const { get, set, subscribe } = createStore<T | null>(null)
  const load = memoizePromise(async () => {
    const opened = await open()
    // What is opened may be a function, which the store would call.
    set(() => opened)
    return opened
  })
  return { get, subscribe, load }
}

/** A store that is loaded later: before, nothing reads or writes it, as whoever works with it is loaded with it. */
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
