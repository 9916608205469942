import type { Account } from '#contract/account.ts'
import type { Retry } from '#contract/progress.ts'
import { messages } from './messages.ts'

const { balance, charged, retry: retries } = messages.sending

/** The label of a button that spends credits: `Send · 1 credit`, `Send again · 35 credits`. */
export const sendText = (credits: number, isAgain = false): string =>
  isAgain ? messages.sending.sendAgain(credits) : messages.sending.send(credits)

/** The remaining credits of an account, at least 0. */
export const creditsLeft = ({ maxCredits, usedCredits }: Account): number =>
  Math.max(0, maxCredits - usedCredits)

/** The automatic recharge of an account, in either form of its threshold; null if it has none (D-52). */
export const rechargeText = ({ autoRechargeThreshold, maxCredits }: Account): string | null => {
  const { rechargesAt, rechargesAtShare } = messages.account.balance
  if (autoRechargeThreshold === undefined || autoRechargeThreshold === null) return null
  return autoRechargeThreshold < 1
    ? rechargesAtShare(
        Math.round(autoRechargeThreshold * 100),
        Math.round(maxCredits * autoRechargeThreshold),
      )
    : rechargesAt(autoRechargeThreshold)
}

/** A balance as a sentence, and whether it is too small for the planned work. */
type BalanceText = { readonly text: string; readonly isShort: boolean }

/** The credits now, and after spending `cost` credits; 0 if nothing is planned. */
export const balanceText = (account: Account, cost: number): BalanceText => {
  const left = creditsLeft(account)
  if (cost === 0) return { text: balance.left(left), isShort: false }
  if (cost <= left) return { text: balance.leftAfter(left, left - cost), isShort: false }
  return typeof account.autoRechargeThreshold === 'number'
    ? { text: balance.recharges(left), isShort: false }
    : { text: balance.tooFew(left), isShort: true }
}

/**
 * Whether an interrupted video was charged, judged by the used credits before and now; null if they could not be read.
 */
export const chargedText = (usedBefore: number | null, usedNow: number | null, cost: number): string => {
  if (usedBefore === null || usedNow === null) return charged.unknown
  const spent = usedNow - usedBefore
  if (spent <= 0) return charged.nothing
  return spent >= cost ? charged.all(spent) : charged.less(spent)
}

/**
 * `The service is busy. Trying again in 4 s (2 of 5)`, or `Sending in 4 s` before the first attempt; `secondsLeft`
 * until the request is sent.
 */
export const retryText = ({ code, attempt, attempts }: Retry, secondsLeft: number): string => {
  const seconds = Math.max(0, Math.ceil(secondsLeft))
  return attempt === 1
    ? retries.sending(causeOf(code), seconds)
    : retries.tryingAgain(causeOf(code), seconds, attempt, attempts)
}

/** The same for screen readers, without the seconds, whose every change would be read. */
export const announcedRetry = ({ code, attempt, attempts }: Retry): string =>
  attempt === 1
    ? retries.announcedFirst(causeOf(code))
    : retries.announcedAgain(causeOf(code), attempt, attempts)

const causeOf = (code: string): string => {
  const causes: Readonly<Partial<Record<string, string>>> = retries.causes
  return causes[code] ?? retries.causes.other
}
