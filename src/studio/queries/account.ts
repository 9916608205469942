import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'

/** Plan and credits, as the service's own books have them. Free to ask (Spec, GET /me). */
export const accountQuery = (service: BackgroundService) =>
  queryOptions<Account, ServiceError>({
    queryKey: [service.id, 'account'],
    queryFn: ({ signal, client }) => {
      const tell = (retry: Retry | null) => client.setQueryData(accountRetry(service).queryKey, retry)
      return service
        .getAccount({ signal, onProgress: ({ retry }) => retry && tell(retry) })
        .finally(() => tell(null))
    },
    networkMode: 'always',
    staleTime: 60_000,
  })

/** Why the books cannot be read for a while, and when they are asked for again; null where nothing is waited for. */
const accountRetry = (service: BackgroundService) =>
  queryOptions<Retry | null>({
    queryKey: [service.id, 'account-retry'],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Counts what was charged at once, until the service's own books have been read again. */
export const addUsedCredits = (client: QueryClient, service: BackgroundService, credits: number): void => {
  client.setQueryData(
    accountQuery(service).queryKey,
    (known) => known && { ...known, usedCredits: known.usedCredits + credits },
  )
}

/** Reads the books anew, for what shows them now or later. */
export const refetchAccount = (client: QueryClient, service: BackgroundService): Promise<void> =>
  client.invalidateQueries({ queryKey: accountQuery(service).queryKey })

/** What the account had used when it was last read; null where it never was. */
export const usedCredits = (client: QueryClient, service: BackgroundService): number | null =>
  client.getQueryData(accountQuery(service).queryKey)?.usedCredits ?? null

export type AccountQuery = {
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
export function useAccountQuery(service: BackgroundService): AccountQuery {
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
