import type { Activity } from '#service/activity.ts'

/** The remaining credits at a time in milliseconds since 1970. */
export type CreditPoint = { readonly at: number; readonly left: number }

/** The credits of a month, charge by charge. */
export type CreditUsage = {
  /** The calendar month of `now`: services do not report their billing cycle. */
  readonly from: number
  readonly to: number
  readonly now: number
  readonly max: number
  /** One point for each charge, from `from` to `now`, by time. */
  readonly points: readonly CreditPoint[]
  /** Credits spent through this browser in this month. */
  readonly spent: number
  /** Credits per day since the first charge of the month; null without a charge. */
  readonly perDay: number | null
  /** When the credits run out at this pace; null if they last for the month, or none remain now. */
  readonly emptyAt: number | null
}

type Balance = { readonly maxCredits: number; readonly usedCredits: number }

const dayMs = 86_400_000

/**
 * The remaining credits of a service over this month: the current number is the service's, and the charges in the
 * activity log determine the earlier ones.
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
  const charges = activities
    .filter((activity) => activity.service === service)
    .map(({ at, credits, refunded }) => ({ at: Date.parse(at), credits: credits - refunded }))
    .filter(({ at, credits }) => credits > 0 && at >= from && at <= now)
    .sort((a, b) => a.at - b.at)
  const spent = charges.reduce((sum, { credits }) => sum + credits, 0)
  const leftNow = Math.max(0, maxCredits - usedCredits)
  let left = leftNow + spent
  const afterCharges = charges.map(({ at, credits }) => {
    left -= credits
    return { at, left }
  })
  const first = charges[0]
  const perDay = first ? spent / Math.max(1, (now - first.at) / dayMs) : null
  const emptyAt = perDay && leftNow > 0 ? now + (leftNow / perDay) * dayMs : null
  return {
    from,
    to,
    now,
    spent,
    perDay,
    max: Math.max(maxCredits, leftNow + spent),
    points: [{ at: from, left: leftNow + spent }, ...afterCharges, { at: now, left: leftNow }],
    emptyAt: emptyAt !== null && emptyAt < to ? emptyAt : null,
  }
}

/** The last point of each day with a charge, for the table beside the chart. */
export const usageByDay = ({ points }: CreditUsage): readonly CreditPoint[] => {
  const days = new Map<string, CreditPoint>()
  for (const point of points) days.set(new Date(point.at).toDateString(), point)
  return [...days.values()]
}
