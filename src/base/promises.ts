/** The `AbortError` for a caller, whatever reason `signal` was aborted with. */
export const abortErrorOf = ({ reason }: AbortSignal): Error =>
  reason?.name === 'AbortError' ? reason : new DOMException('The call was cancelled', 'AbortError')

/**
 * Settles like `work`, but rejects with the reason of `signal` as soon as that is aborted. After that the outcome of
 * `work` is ignored, failures included; `dispose` gets a late result.
 */
export const untilAborted = <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  dispose: (late: T) => void = () => {},
): Promise<T> => {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    let isLate = signal.aborted
    const onAbort = () => {
      isLate = true
      reject(signal.reason)
    }
    if (isLate) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work
      .then((value) => (isLate ? dispose(value) : resolve(value)), reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** A function whose first call makes a promise that all later calls share. */
export interface MemoizedPromise<T> {
  (): Promise<T>
  /** Makes the next call create a new promise. */
  forget(): void
}

/**
 * Calls `make` for the first caller and shares its promise. A failure is forgotten, so that the next call tries again.
 */
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

/** A task with several callers, each with a signal of its own. */
export type SharedTask<T> = (signal: AbortSignal) => Promise<T>

/**
 * Starts `task` for the first caller and lets later ones join it. A caller that aborts leaves the others waiting; the
 * task itself is aborted when all have left. A failure is forgotten, so that the next call starts the task again; a
 * success is kept.
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

/**
 * A queue that runs tasks one at a time, in the order they came. Each promise settles as its own task does; a task that
 * fails does not stop the next one.
 */
export const createTaskQueue = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
}

/** The promise of what is made of an object, made once; a failure is forgotten. */
export const once = <K extends object, T>(
  known: WeakMap<K, Promise<T>>,
  of: K,
  make: () => Promise<T>,
): Promise<T> => {
  const made = known.get(of) ?? make()
  known.set(of, made)
  made.catch(() => known.delete(of))
  return made
}
