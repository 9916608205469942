/** What the promise comes to, or the signal's reason as soon as it is aborted. */
export const untilAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  // What it comes to after that is nobody's.
  promise.catch(() => {})
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
