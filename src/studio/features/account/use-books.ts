import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { accountQuery, accountRetry } from '#studio/queries/account.ts'

export type Books = {
  /** As last read; undefined before that. */
  readonly account: Account | undefined
  /** Why they could not be read the last time; null where they could. */
  readonly error: ServiceError | null
  readonly isReading: boolean
  /** When they were read, in milliseconds; 0 before that. */
  readonly readAt: number
  /** The service could not answer and is asked again in a while; null otherwise. */
  readonly retry: Retry | null
  readonly refresh: () => void
}

/** Plan and credits of a service as its own books have them, read anew whenever this is shown. */
export function useBooks(service: BackgroundService): Books {
  const client = useQueryClient()
  const query = accountQuery(service)
  const { data, error, isFetching, dataUpdatedAt } = useQuery({ ...query, staleTime: 0 })
  const { data: retry } = useQuery(accountRetry(service))
  return {
    account: data,
    error: isFetching ? null : error,
    isReading: isFetching,
    readAt: dataUpdatedAt,
    retry: isFetching ? (retry ?? null) : null,
    refresh: () => void client.refetchQueries({ queryKey: query.queryKey }),
  }
}
