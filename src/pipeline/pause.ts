/**
 * Lets messages in, so that a request to stop is heard between two long stretches of work. Rejects with
 * the signal's reason when it was aborted.
 */
export const pause = async (signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}
