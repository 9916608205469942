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
 * The list as comma-separated values (RFC 4180), newest first. `device` is the id of the free service on this device:
 * what its work would have cost has its own column. The names of the columns are English in every language, for
 * programs to read.
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
  return [columns, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** A quote before a text that starts like a formula: spreadsheets would run it, and file names are not trusted. */
const cell = (value: string | number): string => {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
