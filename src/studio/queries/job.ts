import { queryOptions, skipToken } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import type { Retry } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { RunLocation } from '#library/items/item.ts'
import type { ActivityLog } from '#service/activity.ts'

/** What may have the file of a finished job. */
export type ResultSources = {
  readonly device: BackgroundService
  /** The connected service; null where there is none. */
  readonly service: BackgroundService | null
  readonly activityLog: ActivityLog
}

/**
 * The file of a finished job: from this device where it was made or is kept, else from the service. Rejects with status
 * 0 where the service does not let pages read it (CORS): then only its link is left.
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
      const setRetry = (retry: Retry | null) => client.setQueryData(resultRetry(id).queryKey, retry)
      return service
        .getResult(id, { signal, onProgress: ({ retry }) => setRetry(retry ?? null) })
        .finally(() => setRetry(null))
    },
    gcTime: 60_000,
  })

/** The matte beside the result of a job of this device. */
export const matteFile = (device: BackgroundService, id: JobId) =>
  queryOptions<Blob, ServiceError>({
    queryKey: [device.id, 'matte-file', id],
    queryFn: async () => {
      const file = await device.onDevice?.videos.matteFile(id)
      if (!file) throw new ServiceError('job_not_found')
      return file
    },
    gcTime: 60_000,
  })

/** The key of a service's result. */
export const sentResultKey = (id: JobId) => ['sent', 'result', id] as const

/** Why a result of the service could not be fetched, and when it is tried again; null while no retry is pending. */
export const resultRetry = (id: JobId) =>
  queryOptions<Retry | null>({
    queryKey: ['sent', 'result-retry', id],
    queryFn: skipToken,
    initialData: null,
  })
