import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'

/** Plan and credits of an account, as counted by the service. The request is free (Spec, GET /me). */
export const accountQuery = (service: BackgroundService) =>
  queryOptions<Account, ServiceError>({
    queryKey: [service.id, 'account'],
    queryFn: ({ signal, client }) => {
      const setRetry = (retry: Retry | null) => client.setQueryData(accountRetry(service).queryKey, retry)
      return service
        .getAccount({ signal, onProgress: ({ retry }) => retry && setRetry(retry) })
        .finally(() => setRetry(null))
    },
    staleTime: 60_000,
  })

/** Why the account could not be read, and when it is retried; null while no retry is pending. */
const accountRetry = (service: BackgroundService) =>
  queryOptions<Retry | null>({
    queryKey: [service.id, 'account-retry'],
    queryFn: skipToken,
    initialData: null,
  })

/** Adds new charges until the account is read again. */
export const addUsedCredits = (client: QueryClient, service: BackgroundService, credits: number): void => {
  client.setQueryData(
    accountQuery(service).queryKey,
    (known) => known && { ...known, usedCredits: known.usedCredits + credits },
  )
}

/** Reads the account again: at once if it is shown, otherwise when it is shown next. */
export const refetchAccount = (client: QueryClient, service: BackgroundService): Promise<void> =>
  client.invalidateQueries({ queryKey: accountQuery(service).queryKey })

/** The used credits when the account was last read; null before that. */
export const usedCredits = (client: QueryClient, service: BackgroundService): number | null =>
  client.getQueryData(accountQuery(service).queryKey)?.usedCredits ?? null

/** The account of a service, and the state of its query. */
export type AccountQuery = {
  /** The last answer; undefined before the first. */
  readonly account: Account | undefined
  /** Why the last read failed; null if it succeeded. */
  readonly error: ServiceError | null
  readonly isReading: boolean
  /** Time of the last answer, in milliseconds since 1970; 0 before the first. */
  readonly readAt: number
  /** The pending retry; null if there is none. */
  readonly retry: Retry | null
  readonly refresh: () => void
}

/** The account of `service`, read again whenever the calling component mounts. */
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
