import type { Account } from '#contract/account.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { formatNumber } from '#studio/messages/format-units.ts'

/** What is said of auto recharge, in either of its forms; null where it is off (D-52). */
export const rechargeText = ({ autoRechargeThreshold, maxCredits }: Account): string | null => {
  if (autoRechargeThreshold === undefined || autoRechargeThreshold === null) return null
  return autoRechargeThreshold < 1
    ? `Recharges by itself at ${Math.round(autoRechargeThreshold * 100)} % used (${formatNumber(Math.round(maxCredits * autoRechargeThreshold))} credits)`
    : `Recharges by itself at ${formatNumber(autoRechargeThreshold)} credits`
}

/** Why the books could not be read, in plain words, and what can be done about it. */
export type BooksFault = {
  readonly title: string
  readonly help: string
  /** The key is at fault: another one is wanted. */
  readonly isKey: boolean
}

export const booksFault = (error: ServiceError, isOnline: boolean): BooksFault => {
  if (error.status === 0)
    return isOnline
      ? {
          title: 'The service did not answer',
          help: 'It may be down, its address may be wrong, or it does not let a page like this one talk to it (CORS); browsers do not tell which. Whoever runs the service can allow this page.',
          isKey: false,
        }
      : {
          title: 'You are offline',
          help: 'Work on this device goes on. Jobs that were sent go on too, and are looked at as soon as you are back.',
          isKey: false,
        }
  switch (error.code) {
    case 'authentication_error':
      return {
        title: 'The service does not know this key',
        help: 'It may have been renewed or revoked. Enter the one that is valid now.',
        isKey: true,
      }
    case 'permission_denied':
      return {
        title: 'This account may not use the service',
        help: 'It is suspended, or its key was revoked. Ask whoever runs the account, or enter another key.',
        isKey: true,
      }
    case 'payment_required':
      return {
        title: 'There are no credits left',
        help: 'The plan’s limit is reached or the trial has ended. Add credits at the service; work on this device stays free.',
        isKey: false,
      }
    case 'rate_limit_exceeded':
      return {
        title: 'The service is asked too often',
        help: 'Several tries were turned away. Wait a minute, then read the credits again.',
        isKey: false,
      }
    case 'validation_error':
      return { title: 'That cannot be right', help: error.message, isKey: false }
    case 'job_not_found':
      return {
        title: 'There is no such service at this address',
        help: 'The address should be the versioned root, like https://api.example.com/v1.',
        isKey: false,
      }
    default:
      return {
        title: 'The service has a fault',
        help: `It answered ${error.status}, also when asked again. Try again in a while; work on this device goes on.`,
        isKey: false,
      }
  }
}
