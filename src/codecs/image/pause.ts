/** How long a loop may run before the worker's messages, a request to stop among them, get their turn. */
export const turnMs = 40

/** Lets the worker's messages in. Rejects with the signal's reason when it was aborted by then. */
export const takeTurn = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

/** For use in a long loop: `await pause()` now and then lets events in, and throws once the signal is aborted. */
export const createPause = (signal: AbortSignal | undefined): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < turnMs) return
    await takeTurn(signal)
    since = performance.now()
  }
}
