import type { Account } from '#contract/account.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Retry } from '#contract/progress.ts'
import { countText } from '#studio/messages/format-units.ts'

/** `1 credit`, `35 credits` */
export const creditsText = (credits: number): string => countText(credits, 'credit')

/** What a button says that spends credits: `Send · 1 credit`, `Send again · 35 credits`. */
export const sendText = (credits: number, isAgain = false): string =>
  `${isAgain ? 'Send again' : 'Send'} · ${creditsText(credits)}`

/** `Send all 12 · 12 credits` */
export const sendAllText = (count: number, credits: number): string =>
  `Send all ${count} · ${creditsText(credits)}`

export const creditsLeft = ({ maxCredits, usedCredits }: Account): number =>
  Math.max(0, maxCredits - usedCredits)

/** A balance in words, and whether it is too small for what is planned. */
type BalanceText = { readonly text: string; readonly isShort: boolean }

/** What is left, and what will be after `cost` credits; 0 where nothing is planned. */
export const balanceText = (account: Account, cost: number): BalanceText => {
  const left = creditsLeft(account)
  if (cost === 0) return { text: `${creditsText(left)} left`, isShort: false }
  if (cost <= left) return { text: `${creditsText(left)} left, ${left - cost} after this`, isShort: false }
  const recharges = typeof account.autoRechargeThreshold === 'number'
  return recharges
    ? { text: `${creditsText(left)} left; the service recharges by itself`, isShort: false }
    : { text: `${creditsText(left)} left: not enough for this`, isShort: true }
}

/** Whether something was charged between two looks at the books, in words for a video that may be sent twice. */
export const chargedText = (usedBefore: number | null, usedNow: number | null, cost: number): string => {
  if (usedBefore === null || usedNow === null)
    return 'Your balance cannot be read now, so nobody here can tell whether it was charged.'
  const charged = usedNow - usedBefore
  if (charged <= 0) return 'Your balance has not changed since, so it was probably not charged.'
  return charged >= cost
    ? `Your balance has fallen by ${creditsText(charged)} since, so it was probably charged.`
    : `Your balance has fallen by ${creditsText(charged)} since, less than this costs, so it was probably not charged.`
}

const reasons: Readonly<Partial<Record<ErrorCode, string>>> = {
  rate_limit_exceeded: 'The service is busy',
  internal_server_error: 'The service had a fault',
  upstream_error: 'The service could not be reached',
}

/**
 * `The service is busy. Trying again in 4 s (2 of 5)`, or `Sending in 4 s` where it is the first try that waits;
 * `secondsLeft` counts down to it.
 */
export const retryText = ({ code, attempt, attempts }: Retry, secondsLeft: number): string => {
  const when = secondsLeft > 0 ? ` in ${Math.ceil(secondsLeft)} s` : ''
  const next = attempt === 1 ? `Sending${when}` : `Trying again${when} (${attempt} of ${attempts})`
  return `${reasons[code] ?? 'The service could not answer'}. ${next}`
}

/** What is spoken once, without the number that runs. */
export const spokenRetry = ({ code, attempt, attempts }: Retry): string =>
  `${reasons[code] ?? 'The service could not answer'}. ${attempt === 1 ? 'Sending follows' : `Try ${attempt} of ${attempts} follows`}`
