/** The `AbortError` for a caller, for any reason of `signal`. */
export const abortErrorOf = ({ reason }: AbortSignal): Error =>
  reason?.name === 'AbortError' ? reason : new DOMException('The call was cancelled', 'AbortError')

/**
 * Settles like `work`, but rejects with the reason of `signal` as soon as it is aborted. After that, failures of `work`
 * are ignored, and `dispose` gets a late result.
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

/** A function whose calls share the promise of the first call. */
export interface MemoizedPromise<T> {
  (): Promise<T>
  /** Makes the next call create a new promise. */
  forget(): void
}

/** Shares the promise of one call of `make`. After a failure the next call tries again. */
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

/** A task shared by several callers, each with its own signal. */
export type SharedTask<T> = (signal: AbortSignal) => Promise<T>

/**
 * Starts `task` for the first caller; later callers join. It is aborted when all callers have aborted. A success is
 * kept; after a failure the next call starts it again.
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
 * Runs tasks one at a time, in order. Each promise settles as its own task; a failed task does not stop the next one.
 */
export const createTaskQueue = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
}

/** Makes one promise per object; a failure is forgotten. */
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
