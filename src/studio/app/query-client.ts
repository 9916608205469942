import { QueryClient } from '@tanstack/react-query'
import type { ServiceError } from '#contract/service-error.ts'
import type { ServiceTraits } from '#service/background-service.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ServiceError
  }
}

/**
 * The cache of queries. It retries nothing, because a service retries by itself what may be retried (D-53), and people
 * have a button for anything more.
 */
export const createQueryClient = ({ offline }: ServiceTraits): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: offline ? 'always' : 'online',
      },
    },
  })
