import { isAbort, type ServiceError, toServiceError } from '#contract/service-error.ts'

/** Arguments of a task. */
export type WorkCall<E> = {
  readonly signal: AbortSignal
  /** Dispatches an event of the item; does nothing once the task is stopped or replaced. */
  readonly report: (event: E) => void
}

type Parts<E> = {
  readonly dispatch: (id: string, event: E) => void
  readonly toFailure: (error: ServiceError) => E
  /** The event for an `AbortError` without a stop; none if absent. */
  readonly aborted?: E
  /** Called after each task. */
  readonly onEnd?: () => void
}

/** One task per item at a time. A failure or stop never affects other items. */
type WorkQueue<E> = {
  /** Starts a task for an item, replacing its earlier one. Resolves when it ends; never rejects. */
  readonly start: (id: string, lane: string, task: (call: WorkCall<E>) => Promise<E | null>) => Promise<void>
  readonly stop: (id: string) => void
  /** The number of tasks in a lane that were not stopped. */
  readonly countRunning: (lane: string) => number
  /** Whether an item's task has not ended, stopped or not. */
  readonly has: (id: string) => boolean
}

/** Runs tasks, and dispatches their results as events of their items. */
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
