import { untilAborted } from '#base/abort.ts'
import { ServiceError } from '#contract/service-error.ts'

/**
 * What `work` comes to, which gets `seconds` for it: then its signal is aborted, and this rejects with
 * the reason `video_opening_timed_out`. Rejects with the reason of `signal` as soon as that is aborted.
 */
export const inTime = async <T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new ServiceError('invalid_video', { reason: 'video_opening_timed_out' })),
    seconds * 1000,
  )
  const either = AbortSignal.any([signal, late.signal])
  try {
    return await untilAborted(work(either), either)
  } finally {
    clearTimeout(timer)
  }
}
