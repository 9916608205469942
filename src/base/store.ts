/** One value outside the components, with listeners for its changes. */
export type Store<T> = {
  readonly get: () => T
  /** Replaces the value; listeners are not called if it is the same (`Object.is`). */
  readonly set: (next: T | ((previous: T) => T)) => void
  /** Calls `listener` after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
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
