import { takeTurn } from '#codecs/image/pause.ts'

/**
 * Lets messages in, so that a request to stop is heard between two long stretches of work. Rejects with
 * the signal's reason when it was aborted.
 */
export const pause = async (signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await takeTurn(signal)
}
