import { untilAborted } from './abort.ts'

/** A promise that is made by the first call and given to all later ones. */
export interface MemoizedPromise<T> {
  (): Promise<T>
  /** Lets the next call make it anew. */
  forget(): void
}

/** Runs `make` for the first caller and shares its promise. A failure is forgotten, so that the next call tries again. */
export const memoizePromise = <T>(make: () => Promise<T>): MemoizedPromise<T> => {
  let held: Promise<T> | undefined
  const get = (): Promise<T> => {
    if (held) return held
    const mine = make()
    held = mine
    mine.catch(() => {
      if (held === mine) held = undefined
    })
    return mine
  }
  return Object.assign(get, {
    forget: () => {
      held = undefined
    },
  })
}

/** A task that several callers wait for, each with a signal of its own. */
export type SharedTask<T> = (signal: AbortSignal) => Promise<T>

/**
 * Starts `task` for the first caller and lets later ones join it. A caller that aborts leaves alone; the task itself
 * is aborted when all have left. A failure is forgotten, so that the next call starts it again; a success is kept.
 */
export const shareTask = <T>(task: (signal: AbortSignal) => Promise<T>): SharedTask<T> => {
  let held: { promise: Promise<T>; stop: AbortController; waiting: number } | undefined
  return async (signal) => {
    signal.throwIfAborted()
    if (!held) {
      const stop = new AbortController()
      const mine = { promise: task(stop.signal), stop, waiting: 0 }
      held = mine
      mine.promise.catch(() => {
        if (held === mine) held = undefined
      })
    }
    const joined = held
    joined.waiting++
    try {
      return await untilAborted(joined.promise, signal)
    } catch (cause) {
      if (joined.waiting === 1 && signal.aborted) {
        if (held === joined) held = undefined
        joined.stop.abort(signal.reason)
      }
      throw cause
    } finally {
      joined.waiting--
    }
  }
}
