import { formatDay } from '#studio/messages/format-time.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { type CreditPoint, type CreditUsage, usageByDay } from './credit-usage.ts'

/** The drawing, in its own units; the strokes keep their width however it is stretched. */
const width = 300
const height = 96

/** How the credits went down over the month, and where it leads if it goes on like this. */
export function CreditUsageChart({ burn }: { readonly burn: CreditUsage }) {
  const { from, to, now, max, points, emptyAt, spent, perDay } = burn
  const x = (at: number) => ((at - from) / (to - from)) * width
  const y = (left: number) => (max === 0 ? height : (1 - left / max) * height)
  const last = points.at(-1)?.left ?? 0
  const end = emptyAt ?? to
  const endLeft =
    perDay === null || last === 0 ? last : Math.max(0, last - (perDay * (end - now)) / 86_400_000)
  const line = stepped(points.map(({ at, left }) => ({ at: x(at), left: y(left) })))
  return (
    <section aria-labelledby="burn-title">
      <h3 id="burn-title" className="text-sm font-semibold">
        This month
      </h3>
      <p className="figures mt-0.5 text-xs text-ink-soft">{paceText(burn)}</p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Credits left this month: ${spokenText(burn)}`}
        className="mt-3 h-24 w-full overflow-visible"
      >
        <path d={`M0 0H${width}M0 ${height}H${width}`} className="fill-none stroke-line-strong" {...thin} />
        <path d={`${line}V${height}H0Z`} className="fill-lime/35" />
        <path d={line} className="fill-none stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        {spent > 0 ? (
          <path
            d={`M${x(now)} ${y(last)}L${x(end)} ${y(endLeft)}`}
            className="fill-none stroke-ink-faint"
            strokeDasharray="3 4"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ) : null}
        <path d={`M${x(now)} 0V${height}`} className="fill-none stroke-ink-faint" {...thin} />
      </svg>
      <p className="figures mt-1 flex justify-between text-2xs text-ink-faint" aria-hidden>
        <span>{formatDay(from)}</span>
        <span>0 to {formatNumber(max)} credits</span>
        <span>{formatDay(to - 1)}</span>
      </p>
      <CreditUsageTable burn={burn} />
    </section>
  )
}

const thin = { strokeWidth: '1', vectorEffect: 'non-scaling-stroke' } as const

/** Credits go all at once, so the line falls straight down. */
const stepped = (points: readonly CreditPoint[]): string =>
  points.map(({ at, left }, turn) => (turn === 0 ? `M${at} ${left}` : `H${at}V${left}`)).join('')

const paceText = ({ spent, perDay, emptyAt }: CreditUsage): string => {
  if (perDay === null) return 'Nothing was spent from this browser yet.'
  const pace = `${formatNumber(spent)} spent from this browser, about ${formatNumber(Math.max(1, Math.round(perDay)))} a day`
  return emptyAt === null ? `${pace}.` : `${pace}: enough until ${formatDay(emptyAt)}.`
}

const spokenText = (burn: CreditUsage): string => {
  const { points } = burn
  return `${points.at(0)?.left ?? 0} at its beginning, ${points.at(-1)?.left ?? 0} now. ${paceText(burn)}`
}

const CreditUsageTable = ({ burn }: { readonly burn: CreditUsage }) => (
  <details className="mt-2 text-xs text-ink-soft">
    <summary className="touchable inline-flex items-center rounded-xs hover:text-ink">As numbers</summary>
    <table className="figures mt-1 w-full">
      <thead>
        <tr className="text-left text-ink-faint">
          <th scope="col" className="py-1 font-normal">
            Day
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Credits left
          </th>
        </tr>
      </thead>
      <tbody>
        {usageByDay(burn).map(({ at, left }) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {formatDay(at)}
            </th>
            <td className="py-1 text-right">{formatNumber(left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="mt-1 text-ink-faint">
      By the calendar: the service does not tell when its own cycle begins. What other browsers spent lies
      before the first day.
    </p>
  </details>
)
