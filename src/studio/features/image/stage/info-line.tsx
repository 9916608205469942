import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { savedSize } from '#studio/features/image/recipe/saved-size.ts'
import {
  ambiguousText,
  confidenceText,
  doubtText,
  isDoubtful,
} from '#studio/features/image/words/facts-words.ts'
import { bytesText, secondsText, sizeText } from '#studio/media/amounts.ts'

type Props = { readonly answer: ImageAnswer; readonly options: ImageOptions; readonly firstMs: number }

/** One line of facts about a result. `options` are those that Save will use; `firstMs` is what the cut took. */
export function InfoLine({ answer, options, firstMs }: Props) {
  const { facts, frame } = answer
  const size = savedSize(options, answer)
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
      <Fact name="Time" hidden>
        {secondsText(firstMs)}
      </Fact>
      {frame ? (
        <Fact name="Device" hidden wide>
          {frame.device}
        </Fact>
      ) : null}
      <Fact name="Size" hidden>
        {sizeText(size)}
        {exact ? `, ${bytesText(answer.image.size)}` : ''}
      </Fact>
      <Fact name="Confidence">{confidenceText(facts)}</Fact>
      <Fact name="Half see-through">{ambiguousText(facts)}</Fact>
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
