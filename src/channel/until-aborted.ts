/** The `AbortError` that a caller gets, whatever reason the signal was aborted with. */
export const abortErrorOf = (signal: AbortSignal): DOMException =>
  signal.reason instanceof DOMException && signal.reason.name === 'AbortError'
    ? signal.reason
    : new DOMException('The call was cancelled', 'AbortError')

/**
 * Settles as `work` does, but rejects with an `AbortError` at once when `signal` is aborted first;
 * what becomes of `work` after that is of no consequence.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(abortErrorOf(signal))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
