import { queryOptions, skipToken } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import type { Retry } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { RunLocation } from '#library/items/item.ts'
import type { ActivityLog } from '#service/activity.ts'

/** Possible sources of a finished job's file. */
export type ResultSources = {
  readonly device: BackgroundService
  /** The connected service; null if there is none. */
  readonly service: BackgroundService | null
  readonly activityLog: ActivityLog
}

/**
 * The file of a finished job: from this device if it made or keeps the file, otherwise from the service. Rejects with
 * status 0 if the service forbids pages to read it (CORS): then only its link can be used.
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

/** The matte file beside the result of a job of this device. */
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

/** Why a service's result could not be fetched, and when it is retried; null while no retry is pending. */
export const resultRetry = (id: JobId) =>
  queryOptions<Retry | null>({
    queryKey: ['sent', 'result-retry', id],
    queryFn: skipToken,
    initialData: null,
  })
