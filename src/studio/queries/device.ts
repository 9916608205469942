import { queryOptions } from '@tanstack/react-query'
import type { BackgroundService } from '#service/background-service.ts'

/** What the service computes on; null where it computes elsewhere. */
export const deviceReport = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'device'],
    queryFn: async () => (await service.onDevice?.describe()) ?? null,
    staleTime: 10_000,
  })

/** The model files kept in this browser. */
export const storedFiles = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'files'],
    queryFn: async () => (await service.onDevice?.listFiles()) ?? [],
    staleTime: 0,
  })
