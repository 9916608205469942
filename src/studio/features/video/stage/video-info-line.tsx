import { Cloud } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Job } from '#contract/job.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { factWords } from '#studio/features/video/words/clip-words.ts'
import { resultWords } from '#studio/features/video/words/result-words.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { creditsText } from '#studio/sending/credits-words.ts'
import type { Place } from '#studio/sending/place.ts'

/** One line of facts about the video before there is a result. */
export const ClipLine = ({ facts }: { readonly facts: VideoFacts }) => (
  <Line>
    {factWords(facts).map(([name, value]) => (
      <Fact key={name} name={name} hidden={name !== 'Sound' && name !== 'Reading'}>
        {value}
      </Fact>
    ))}
  </Line>
)

/** What a job came to, and how long it is kept. */
export function ResultLine({ job, place }: { readonly job: Job; readonly place: Place }) {
  const now = useNow(60_000)
  return (
    <Line>
      {place === 'service' ? (
        <Fact name="Made" hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Cloud size={13} aria-hidden /> On the service, {creditsText(job.credits)}
          </span>
        </Fact>
      ) : null}
      {resultWords(job, now).map(([name, value]) => (
        <Fact key={name} name={name} hidden>
          {value}
        </Fact>
      ))}
    </Line>
  )
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <dl className="figures flex flex-wrap items-center gap-x-4 gap-y-0.5 text-xs whitespace-nowrap">
    {children}
  </dl>
)

type FactProps = { readonly name: string; readonly hidden: boolean; readonly children: ReactNode }

const Fact = ({ name, hidden, children }: FactProps) => (
  <div className="flex items-center gap-1.5">
    <dt className={hidden ? 'sr-only' : 'text-ink-faint'}>{name}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
)
