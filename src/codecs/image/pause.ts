/** How long a loop may run before the worker's messages, a request to stop among them, get their turn. */
const turnMs = 40

/** For use in a long loop: `await pause()` now and then lets events in, and throws once the signal is aborted. */
export const createPause = (signal: AbortSignal | undefined): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < turnMs) return
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
    since = performance.now()
  }
}
