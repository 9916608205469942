import { formatDay } from '#studio/messages/format-time.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { type CreditPoint, type CreditUsage, usageByDay } from './credit-usage.ts'

const texts = messages.account.usage

/** The view box of the chart; strokes keep their width when it is stretched. */
const width = 300
const height = 96

type Props = { readonly usage: CreditUsage }

/** The remaining credits over the month, and their projection at the same pace. */
export function CreditUsageChart({ usage }: Props) {
  const { from, to, now, max, points, emptyAt, spent, perDay } = usage
  const x = (at: number) => ((at - from) / (to - from)) * width
  const y = (left: number) => (max === 0 ? height : (1 - left / max) * height)
  const last = points.at(-1)?.left ?? 0
  const end = emptyAt ?? to
  const endLeft =
    perDay === null || last === 0 ? last : Math.max(0, last - (perDay * (end - now)) / 86_400_000)
  const line = stepped(points.map(({ at, left }) => ({ at: x(at), left: y(left) })))
  return (
    <section aria-labelledby="usage-title">
      <h3 id="usage-title" className="text-sm font-semibold">
        {texts.title}
      </h3>
      <p className="figures mt-0.5 text-xs text-ink-soft">{paceText(usage)}</p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.chart(points[0]?.left ?? 0, last, paceText(usage))}
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
        <span>{texts.range(max)}</span>
        <span>{formatDay(to - 1)}</span>
      </p>
      <CreditUsageTable usage={usage} />
    </section>
  )
}

const thin = { strokeWidth: '1', vectorEffect: 'non-scaling-stroke' } as const

/** An SVG path with steps: each charge is a vertical drop. */
const stepped = (points: readonly CreditPoint[]): string =>
  points.map(({ at, left }, index) => (index === 0 ? `M${at} ${left}` : `H${at}V${left}`)).join('')

const paceText = ({ spent, perDay, emptyAt }: CreditUsage): string => {
  if (perDay === null) return texts.nothing
  const daily = Math.max(1, Math.round(perDay))
  return emptyAt === null ? texts.pace(spent, daily) : texts.paceUntil(spent, daily, formatDay(emptyAt))
}

const CreditUsageTable = ({ usage }: Props) => (
  <details className="mt-2 text-xs text-ink-soft">
    <summary className="touchable inline-flex items-center rounded-xs hover:text-ink">{texts.table}</summary>
    <table className="figures mt-1 w-full">
      <thead>
        <tr className="text-left text-ink-faint">
          <th scope="col" className="py-1 font-normal">
            {texts.day}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {texts.left}
          </th>
        </tr>
      </thead>
      <tbody>
        {usageByDay(usage).map(({ at, left }) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {formatDay(at)}
            </th>
            <td className="py-1 text-right">{formatNumber(left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="mt-1 text-ink-faint">{texts.note}</p>
  </details>
)
