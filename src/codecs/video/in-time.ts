import { withDeadline } from '#base/stall-watchdog.ts'
import { ServiceError } from '#contract/service-error.ts'

/**
 * What `work` comes to, which gets `seconds` for it: then its signal is aborted, and this rejects with
 * the reason `video_opening_timed_out`. Rejects with the reason of `signal` as soon as that is aborted.
 */
export const inTime = <T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withDeadline(
    {
      limitMs: seconds * 1000,
      signal,
      reason: () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' }),
    },
    work,
  )
