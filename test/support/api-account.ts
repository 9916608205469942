import { makeRequestId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'

/** Who a key belongs to, and what it may do. */
export type AccountSettings = {
  readonly organizationId: string
  readonly plan: string
  readonly maxCredits: number
  readonly usedCredits: number
  /** Sent as it is, whatever its type; where absent, not sent (D-52). */
  readonly autoRechargeThreshold?: unknown
  /** Answers 403 (Spec, Authentication). */
  readonly isSuspended: boolean
  readonly rate: RateLimit | null
}

/**
 * The rate limit of `/remove` (Spec, Rate limits): at most `burst` requests at once, `perSecond` more each second, and
 * `perDay` on each day in UTC.
 */
export type RateLimit = { readonly burst: number; readonly perSecond: number; readonly perDay?: number }

/** A change of credits; refunds are negative. */
export type CreditEntry = {
  readonly at: string
  readonly credits: number
  readonly for: 'image' | 'video' | 'refund'
}

/** The state of an account, as the server counts it. */
export type AccountState = AccountSettings & { readonly entries: readonly CreditEntry[] }

export type ApiAccount = {
  read(): AccountState
  change(settings: Partial<AccountSettings>): void
  /** Takes credits; the returned function gives them back. Throws `payment_required` where too few are left. */
  hold(credits: number, what: 'image' | 'video'): () => void
  refund(credits: number): void
  /** Counts a request to `/remove`. Null where it is admitted, else the seconds until one will be. */
  admit(): number | null
}

const daySeconds = 86_400

export const openApiAccount = (settings: Partial<AccountSettings>, now: () => Date): ApiAccount => {
  let account: AccountSettings = {
    organizationId: makeRequestId().replace('req_', 'org_'),
    plan: 'Free',
    maxCredits: limits.credits.freePlanMonth,
    usedCredits: 0,
    isSuspended: false,
    rate: null,
    ...settings,
  }
  const entries: CreditEntry[] = []
  const seconds = () => now().getTime() / 1000
  let bucket = { tokens: Number.POSITIVE_INFINITY, at: seconds() }
  let today = { day: Math.floor(seconds() / daySeconds), count: 0 }

  const move = (credits: number, what: CreditEntry['for']) => {
    account = { ...account, usedCredits: Math.max(0, account.usedCredits + credits) }
    entries.push({ at: now().toISOString(), credits, for: what })
  }
  const admit = ({ burst, perSecond, perDay = Number.POSITIVE_INFINITY }: RateLimit): number | null => {
    const at = seconds()
    const tokens = Math.min(burst, bucket.tokens + (at - bucket.at) * perSecond)
    bucket = { tokens, at }
    const day = Math.floor(at / daySeconds)
    if (day !== today.day) today = { day, count: 0 }
    if (today.count >= perDay) return (day + 1) * daySeconds - at
    if (tokens < 1) return (1 - tokens) / perSecond
    bucket.tokens--
    today.count++
    return null
  }

  return {
    read: () => ({ ...account, entries: [...entries] }),
    change: (settings) => {
      account = { ...account, ...settings }
    },
    hold: (credits, what) => {
      if (account.usedCredits + credits > account.maxCredits) throw new ServiceError('payment_required')
      move(credits, what)
      return () => move(-credits, 'refund')
    },
    refund: (credits) => move(-credits, 'refund'),
    admit: () => (account.rate ? admit(account.rate) : null),
  }
}
