import { queryOptions } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import type { BackgroundService } from '#service/background-service.ts'

/** D-54: every 2 s at first, easing to 5 s. */
const firstPollMs = 2000
const slowestPollMs = 5000

/** How long to wait before the next look at a job that was looked at `count` times. */
export const pollAfterMs = (count: number): number =>
  Math.min(slowestPollMs, firstPollMs + Math.max(0, count - 5) * 250)

/**
 * A job, looked at again until it has ended or is known no more. Paused while the tab is hidden, with one
 * look at once when it is seen again (D-54).
 */
export const jobQuery = (service: BackgroundService, id: JobId) =>
  queryOptions({
    queryKey: [service.id, 'job', id],
    queryFn: ({ signal }) => service.getJob(id, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.error || (state.data && isTerminal(state.data)) ? false : pollAfterMs(state.dataUpdateCount),
  })

/** The file that a finished job made. */
export const jobResult = (service: BackgroundService, id: JobId) =>
  queryOptions({
    queryKey: [service.id, 'result', id],
    queryFn: ({ signal }) => service.getResult(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
