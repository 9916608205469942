import type { Activity } from '#service/activity.ts'

/** A moment in milliseconds, and the credits left then. */
export type CreditPoint = { readonly at: number; readonly left: number }

export type CreditUsage = {
  /** The calendar month of `now`; services do not tell when their cycle begins. */
  readonly from: number
  readonly to: number
  readonly now: number
  readonly max: number
  /** From the beginning to now, each after another; it falls when something was charged. */
  readonly points: readonly CreditPoint[]
  /** Spent through this browser in this month. */
  readonly spent: number
  /** A day, over the days since the first expense of the month; null where there was none. */
  readonly perDay: number | null
  /** When nothing is left if it goes on like this; null where it lasts beyond the month, or nothing is left. */
  readonly emptyAt: number | null
}

type Balance = { readonly maxCredits: number; readonly usedCredits: number }

const dayMs = 86_400_000

/**
 * How the credits of a service went down over this month, by the ledger: what is left now is the
 * service's own word, and each entry tells what was there before it.
 */
export const creditUsage = (
  activities: readonly Activity[],
  service: string,
  { maxCredits, usedCredits }: Balance,
  now: number,
): CreditUsage => {
  const today = new Date(now)
  const from = new Date(today.getFullYear(), today.getMonth(), 1).getTime()
  const to = new Date(today.getFullYear(), today.getMonth() + 1, 1).getTime()
  const expenses = activities
    .filter((activity) => activity.service === service)
    .map(({ at, credits, refunded }) => ({ at: Date.parse(at), credits: credits - refunded }))
    .filter(({ at, credits }) => credits > 0 && at >= from && at <= now)
    .sort((a, b) => a.at - b.at)
  const spent = expenses.reduce((sum, { credits }) => sum + credits, 0)
  const leftNow = Math.max(0, maxCredits - usedCredits)
  let left = leftNow + spent
  const falls = expenses.map(({ at, credits }) => {
    left -= credits
    return { at, left }
  })
  const first = expenses[0]
  const perDay = first ? spent / Math.max(1, (now - first.at) / dayMs) : null
  const emptyAt = perDay && leftNow > 0 ? now + (leftNow / perDay) * dayMs : null
  return {
    ...{ from, to, now, spent, perDay },
    max: Math.max(maxCredits, leftNow + spent),
    points: [{ at: from, left: leftNow + spent }, ...falls, { at: now, left: leftNow }],
    emptyAt: emptyAt !== null && emptyAt < to ? emptyAt : null,
  }
}

/** The last moment of each day on which something was spent, for those who read numbers. */
export const usageByDay = ({ points }: CreditUsage): readonly CreditPoint[] => {
  const days = new Map<string, CreditPoint>()
  for (const point of points) days.set(new Date(point.at).toDateString(), point)
  return [...days.values()]
}
