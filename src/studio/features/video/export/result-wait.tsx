import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import { resultRetry, sentResultKey } from '#studio/queries/job.ts'
import { RetryNotice } from '#studio/sending/retry-status.tsx'

/** Says that the file of a sent job is waited for, to be shown or saved, and lets go of it. */
export function ResultWait({ id, name }: { readonly id: JobId; readonly name: string }) {
  const client = useQueryClient()
  const { data: retry = null } = useQuery(resultRetry(id))
  const stop = () => void client.cancelQueries({ queryKey: sentResultKey(id) })
  return <RetryNotice retry={retry} name={name} onStop={stop} />
}
