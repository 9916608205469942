import { Cloud, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import type { ServiceResult } from '#studio/features/image/queue/queue-state.ts'
import { savedSize } from '#studio/features/image/queue/result-options.ts'
import {
  ambiguousText,
  confidenceText,
  doubtText,
  hiddenFacts,
  isDoubtful,
  notShared,
} from '#studio/features/image/result-confidence.ts'
import { formatMilliseconds } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { CopyRequestId } from '#studio/sending/copy-id.tsx'
import { creditsText } from '#studio/sending/sending-text.ts'

type Props = {
  readonly answer: ImageAnswer
  /** Those that Save will use. */
  readonly options: ImageOptions
  /** What the cut took; null where that is not known. */
  readonly firstMs: number | null
  /** What the service made; null for a result of this device. */
  readonly sent: ServiceResult | null
}

/** One line of facts about a result. */
export function ResultFacts({ answer, options, firstMs, sent }: Props) {
  const { facts, placement } = answer
  const size = savedSize(sent?.options ?? options, answer)
  const hidden = hiddenFacts(facts)
  const exact = size.width === facts.width && size.height === facts.height
  return (
    <dl className="figures flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-xs whitespace-nowrap">
      {isDoubtful(facts) ? (
        <Fact name="Result" hidden>
          <span
            title={doubtText(facts)}
            className="inline-flex items-center gap-1 rounded-full bg-doubt-ground px-2 py-0.5 font-semibold text-doubt"
          >
            <TriangleAlert size={12} aria-hidden /> Needs a look
          </span>
        </Fact>
      ) : null}
      {sent ? (
        <Fact name="Made" hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Cloud size={13} aria-hidden /> On the service, {creditsText(creditsForImage)}
          </span>
        </Fact>
      ) : null}
      {firstMs === null ? null : (
        <Fact name="Time" hidden>
          {formatMilliseconds(firstMs)}
        </Fact>
      )}
      {placement ? (
        <Fact name="Device" hidden wide>
          {placement.device}
        </Fact>
      ) : null}
      <Fact name="Size" hidden>
        {formatPixelSize(size)}
        {exact ? `, ${formatBytes(answer.image.size)}` : ''}
      </Fact>
      {facts.confidence === null ? null : <Fact name="Confidence">{confidenceText(facts)}</Fact>}
      {facts.ambiguous_ratio === null ? null : <Fact name="Half see-through">{ambiguousText(facts)}</Fact>}
      {hidden === null ? null : <Fact name={hidden}>{notShared}</Fact>}
      {sent?.note ? (
        <Fact name="Before it was sent" hidden>
          {sent.note}
        </Fact>
      ) : null}
      {sent && facts.request_id !== null ? (
        <Fact name="Request id" hidden wide>
          <CopyRequestId id={facts.request_id} />
        </Fact>
      ) : null}
    </dl>
  )
}

/** `hidden`: its name is clear from the value, so that only screen readers hear it. `wide`: not on phones. */
type FactProps = {
  readonly name: string
  readonly hidden?: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}

const Fact = ({ name, hidden = false, wide = false, children }: FactProps) => (
  <div className={`flex items-center gap-1.5 ${wide ? 'max-lg:hidden' : ''}`}>
    <dt className={hidden ? 'sr-only' : 'text-ink-faint'}>{name}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
)
