import { queryOptions, skipToken } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import { isTerminal, pollDelayMs } from '#contract/job.ts'
import type { Retry } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'

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
      state.error || (state.data && isTerminal(state.data)) ? false : pollDelayMs(state.dataUpdateCount),
  })

/** Who may have the file of a job. */
export type ResultSources = {
  readonly device: BackgroundService
  /** The service that is connected. */
  readonly service: BackgroundService | null
  readonly activityLog: ActivityLog
}

/**
 * The file that a finished job made: from this device where it was made or kept, else from the service.
 * Rejects with status 0 where no page may read it there, so that only its link is left.
 */
export const videoResult = (
  { device, service, activityLog }: ResultSources,
  id: JobId,
  runLocation: RunLocation,
) =>
  queryOptions<Blob, ServiceError>({
    queryKey: runLocation === 'device' ? [device.id, 'result', id] : sentResultKey(id),
    queryFn: async ({ signal, client }) => {
      if (runLocation === 'device') return device.getResult(id, { signal })
      const kept = await activityLog.readResult(id)
      if (kept) return kept
      if (!service) throw new ServiceError('upstream_error', { status: 0 })
      const tell = (retry: Retry | null) => client.setQueryData(resultRetry(id).queryKey, retry)
      return service
        .getResult(id, { signal, onProgress: ({ retry }) => tell(retry ?? null) })
        .finally(() => tell(null))
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

export const sentResultKey = (id: JobId) => ['sent', 'result', id] as const

/** Why a result of the service is not there yet, and when it is asked for again; null where nothing is waited for. */
export const resultRetry = (id: JobId) =>
  queryOptions<Retry | null>({
    queryKey: ['sent', 'result-retry', id],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
