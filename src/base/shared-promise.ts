/** Opens for the first caller, and anew after a failure. */
export const memoizePromise = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let held: Promise<T> | undefined
  return () => {
    held ??= open().catch((cause: unknown) => {
      held = undefined
      throw cause
    })
    return held
  }
}

/** A task that several callers wait for, each with a signal of its own. */
export type SharedTask<T> = (signal: AbortSignal) => Promise<T>

/**
 * Starts `task` for the first caller and lets later ones join it. A caller that aborts leaves alone;
 * the task itself is aborted when all have left. A failure is forgotten, so that the next call starts
 * anew; a success is kept.
 */
export function shareTask<T>(task: (signal: AbortSignal) => Promise<T>): SharedTask<T> {
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
      return await unlessAborted(joined.promise, signal)
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

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
