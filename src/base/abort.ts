/** The `AbortError` that a caller gets, whatever reason `signal` was aborted with. */
export const abortErrorOf = ({ reason }: AbortSignal): Error =>
  reason?.name === 'AbortError' ? reason : new DOMException('The call was cancelled', 'AbortError')

/**
 * Settles as `work` does, but rejects with the reason of `signal` as soon as that is aborted. What `work` comes to
 * after that is ignored, its failure included.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
