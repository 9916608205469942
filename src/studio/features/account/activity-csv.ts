import type { Activity } from '#service/activity.ts'
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
 * The list as comma-separated values (RFC 4180), newest first. `device` names the service that costs
 * nothing: what its work would have cost stands in a column of its own.
 */
export const activityCsv = (activities: readonly Activity[], device: string, now: number): string => {
  const rows = activities.map((activity) => {
    const { at, name, kind, service, credits, refunded, job, request_id, error } = activity
    const isFree = service === device
    return [
      at,
      name,
      kind,
      isFree ? 'this device' : service,
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

/** Spreadsheets run what begins like a formula; names of files are not to be run. */
const cell = (value: string | number): string => {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
