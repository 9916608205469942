import { toCsv } from '#base/csv.ts'
import type { Activity } from '#service/activity.ts'
import { messages } from '#studio/messages/messages.ts'
import { shownState } from './activity-state.ts'

const columns = [
  'sent_at',
  'name',
  'kind',
  'ran_on',
  'state',
  'credits',
  'refunded',
  'would_have_cost',
  'job_id',
  'request_id',
  'error',
] as const

/**
 * The list as comma-separated values (RFC 4180), newest first. `device` is the id of the free service on this device;
 * what its work would have cost has a separate column. The column names are English in every language, for programs to
 * read.
 */
export const activityCsv = (activities: readonly Activity[], device: string, now: number): string => {
  const rows = activities.map((activity) => {
    const { at, name, kind, service, credits, refunded, job, request_id, error } = activity
    const isFree = service === device
    return [
      at,
      name,
      kind,
      isFree ? messages.account.activity.thisDevice : service,
      shownState(activity, now),
      isFree ? 0 : credits,
      isFree ? 0 : refunded,
      isFree ? credits - refunded : '',
      job?.id ?? '',
      request_id ?? '',
      (job?.error ?? error)?.code ?? '',
    ]
  })
  return toCsv([columns, ...rows])
}
