import { isAbort, type ServiceError, toServiceError } from '#contract/service-error.ts'

/** What a piece of work gets: when to stop, and where its events go. */
export type WorkCall<E> = {
  readonly signal: AbortSignal
  /** Dispatches an event of the item; does nothing once the work was stopped or begun anew. */
  readonly report: (event: E) => void
}

type Parts<E> = {
  readonly dispatch: (id: string, event: E) => void
  readonly toFailure: (error: ServiceError) => E
  /**
   * What is reported of work that ended with an `AbortError` although nobody stopped it here; nothing where it is
   * absent.
   */
  readonly aborted?: E
  /** Is called when a piece of work has ended. */
  readonly onEnd?: () => void
}

/** Work on items, one piece for each at a time. A failure or a stop of one never reaches another. */
type WorkQueue<E> = {
  /** Begins the work on an item at once, in place of earlier work on it. Resolves when it has ended; never rejects. */
  readonly start: (id: string, lane: string, task: (call: WorkCall<E>) => Promise<E | null>) => Promise<void>
  /** Aborts the work on an item. */
  readonly stop: (id: string) => void
  /** How many pieces of work that were not stopped are in a lane. */
  readonly countRunning: (lane: string) => number
  /** Whether work on an item has not ended yet, although it may have been stopped. */
  readonly has: (id: string) => boolean
}

/** Starts and stops work, and turns what comes of it into events of its item. */
export function createWorkQueue<E>({ dispatch, toFailure, aborted, onEnd }: Parts<E>): WorkQueue<E> {
  const running = new Map<string, { readonly lane: string; readonly abort: AbortController }>()
  const stop = (id: string) => running.get(id)?.abort.abort()
  return {
    start: async (id, lane, task) => {
      stop(id)
      const mine = { lane, abort: new AbortController() }
      running.set(id, mine)
      const { signal } = mine.abort
      const report = (event: E) => {
        if (running.get(id) === mine && !signal.aborted) dispatch(id, event)
      }
      try {
        const event = await task({ signal, report })
        if (event) report(event)
      } catch (thrown) {
        const error = toServiceError(thrown)
        const event = isAbort(error) ? aborted : toFailure(error)
        if (event) report(event)
      } finally {
        if (running.get(id) === mine) running.delete(id)
        onEnd?.()
      }
    },
    stop,
    countRunning: (lane) =>
      [...running.values()].filter((each) => each.lane === lane && !each.abort.signal.aborted).length,
    has: (id) => running.has(id),
  }
}
