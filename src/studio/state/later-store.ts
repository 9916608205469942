import type { Store } from '#base/store.ts'

/** A store that is opened later than it is handed out. */
type LaterStore<T> = Store<T> & {
  /** Puts the store itself in its place; more calls change nothing. */
  readonly open: (store: () => Store<T>) => void
}

/** Before it is opened nothing may be read or written: whoever works with it is loaded together with it. */
export const laterStore = <T>(): LaterStore<T> => {
  let opened: Store<T> | null = null
  const store = (): Store<T> => {
    if (!opened) throw new Error('A store was used before it was opened.')
    return opened
  }
  return {
    get: () => store().get(),
    set: (next) => store().set(next),
    subscribe: (listener) => store().subscribe(listener),
    open: (open) => {
      opened ??= open()
    },
  }
}
