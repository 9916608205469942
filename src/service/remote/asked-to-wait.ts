import { reasonText } from '#contract/error-reasons.ts'
import type { ServiceError } from '#contract/service-error.ts'

/** The same error, which says how long the service asks to wait, since nobody waits as long as that. */
export const askedToWait = (error: ServiceError, seconds: number): ServiceError => {
  const reason = { reason: 'service_asks_to_wait', params: { wait: waitText(seconds) } } as const
  const details = reasonText(reason)
  const message = `${error.message} ${details}`
  return error.with({ ...reason, message, details, cause: error })
}

const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  if (hours < 48) return `${hours} hours`
  const days = Math.ceil(hours / 24)
  return days <= 365 ? `${days} days` : 'more than a year'
}
