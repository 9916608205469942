/** The longest delay of `setTimeout` in milliseconds; a longer one fires at once (HTML, Timers). */
const maxTimerMs = 2 ** 31 - 1

/** Resolves after `milliseconds`, 24 days at most. Rejects with the reason of `signal` as soon as it is aborted. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(milliseconds, maxTimerMs),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })

/** A timer that can be restarted. */
type RestartableTimer = {
  /** Calls the task after `milliseconds`, instead of at the time set before. */
  start(milliseconds: number): void
  stop(): void
}

/** A timer that does not keep a Node process alive. */
export const createTimer = (task: () => unknown): RestartableTimer => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start: (milliseconds) => {
      clearTimeout(timer)
      timer = setTimeout(task, milliseconds)
      // In browsers a timer is a number, without this method.
      ;(timer as { unref?: () => void }).unref?.()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Milliseconds that a loop may run before it lets pending events, such as an abort, be handled. */
export const yieldEveryMs = 40

/** Lets pending events be handled. Rejects with the reason of `signal` if it is aborted before or after. */
export const yieldToEvents = async (signal: AbortSignal | undefined): Promise<void> => {
  signal?.throwIfAborted()
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

/**
 * Returns a function that a long loop awaits in each round: it lets pending events be handled every `everyMs`
 * milliseconds. Rejects with the reason of `signal` once it is aborted.
 */
export const createYielder = (
  signal: AbortSignal | undefined,
  everyMs = yieldEveryMs,
): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < everyMs) return
    await yieldToEvents(signal)
    since = performance.now()
  }
}
