import { createContext, use } from 'react'
import type { BackgroundService } from '#service/background-service.ts'

export const ServiceContext = createContext<BackgroundService | null>(null)

/** The service that this studio works with. */
export function useService(): BackgroundService {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService outside of Providers')
  return service
}
