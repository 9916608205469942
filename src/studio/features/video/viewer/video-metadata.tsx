import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Cloud, TriangleAlert } from 'lucide-react'
import type { Job } from '#contract/job.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { useNow } from '#studio/hooks/use-browser-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoCheck } from '#studio/queries/on-device.ts'
import { Fact, FactLine } from '#studio/viewer/fact-line.tsx'
import { checkText, resultMetadata, sourceMetadata } from './metadata-text.ts'

const { facts: names } = messages.video

/** A line of facts about the source video, before there is a result. */
export const SourceMetadata = ({ facts }: { readonly facts: VideoFacts }) => (
  <FactLine>
    {sourceMetadata(facts).map(([name, value]) => (
      <Fact key={name} name={name} hidden={name !== names.sound && name !== names.reading}>
        {value}
      </Fact>
    ))}
  </FactLine>
)

type ResultProps = {
  readonly made: VideoJob
  /** The written file; null until it is loaded. */
  readonly file: Blob | null
}

/** A line of facts about a result, and how long it is kept. */
export function ResultMetadata({ made: { job, options, runLocation }, file }: ResultProps) {
  const now = useNow(60_000)
  return (
    <FactLine isShort>
      {runLocation === 'service' ? (
        <Fact name={names.made} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Cloud size={13} aria-hidden /> {names.onService(job.credits)}
          </span>
        </Fact>
      ) : null}
      {resultMetadata(job, now).map(([name, value]) => (
        <Fact key={name} name={name} hidden wide={name !== names.kept}>
          {value}
        </Fact>
      ))}
      {runLocation === 'device' && file ? <Check job={job} options={options} file={file} /> : null}
    </FactLine>
  )
}

type CheckProps = { readonly job: Job; readonly options: VideoOptions; readonly file: Blob }

function Check({ job, options, file }: CheckProps) {
  const { data: check } = useQuery(videoCheck(useService(), job, file))
  if (!check) return null
  const { text, isRight } = checkText(check, job, options)
  const Icon = isRight ? BadgeCheck : TriangleAlert
  return (
    <Fact name={names.checked} hidden>
      <span className={`flex items-center gap-1 ${isRight ? 'text-mark' : 'text-uncertain'}`}>
        <Icon size={13} aria-hidden className="shrink-0" />
        <span title={text} className={isRight ? 'stacked:truncate' : 'whitespace-normal'}>
          {text}
        </span>
      </span>
    </Fact>
  )
}
