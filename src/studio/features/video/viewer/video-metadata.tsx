import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { leftOutText } from '#studio/messages/left-out-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoCheck } from '#studio/queries/on-device.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { useService } from '#studio/state/use-studio.ts'
import { Fact, FactSheet } from '#studio/viewer/fact-line.tsx'
import { checkText, resultMetadata, sourceMetadata } from './metadata-text.ts'

const { facts: names } = messages.video

type Props = {
  /** Null until read. */
  readonly facts: VideoFacts | null
  /** The shown result; null if there is none. */
  readonly made: VideoJob | null
  /** The written file; null until it is loaded. */
  readonly file: Blob | null
}

/** Facts about a video or its result, behind a button; beside it the faults of the written file. */
export function ClipFacts({ facts, made, file }: Props) {
  const now = useNow(60_000)
  const checked = made?.runLocation === 'device' ? file : null
  const { data: check } = useQuery(videoCheck(useService(), { id: made?.job.id ?? 'job_none' }, checked))
  const verdict = made && check ? checkText(check, made.job, made.options) : null
  const rows = made ? resultMetadata(made.job, now) : facts && sourceMetadata(facts)
  const lacking = leftOutText((made && check?.leftOut) ?? made?.leftOut ?? [])
  if (!rows) return null
  return (
    <>
      {verdict && !verdict.isRight ? (
        <span className="flex min-w-0 items-center gap-1 text-xs text-uncertain">
          <TriangleAlert size={13} aria-hidden className="shrink-0" />
          <span className="@max-2xl:sr-only">{verdict.text}</span>
        </span>
      ) : null}
      <FactSheet>
        {made?.runLocation === 'service' ? (
          <Fact name={names.made}>{names.onService(made.job.credits)}</Fact>
        ) : null}
        {rows.map(([name, value]) => (
          <Fact key={name} name={name} hidden={name === names.kept}>
            {value}
          </Fact>
        ))}
        {lacking ? <Fact name={messages.leftOut.title}>{lacking}</Fact> : null}
        {verdict ? (
          <Fact name={names.checked} hidden>
            {verdict.text}
          </Fact>
        ) : null}
      </FactSheet>
    </>
  )
}
