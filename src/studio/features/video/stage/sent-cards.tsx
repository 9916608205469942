import { creditsForVideo } from '#contract/credits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { phaseOf, resultsOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { secondsIn } from '#studio/features/video/trim/trim-math.ts'
import { sendText } from '#studio/sending/credits.ts'
import { ServiceErrorCard } from '#studio/sending/service-error-card.tsx'
import { StoppedCard } from '#studio/stage/stopped-card.tsx'
import { ExpiredCard } from './expired-card.tsx'
import { isPlayable } from './film.ts'

type Props = {
  readonly item: VideoItem
  readonly onRetry: () => void
  readonly onHere: (() => void) | null
}

/** How a video stands that was sent, or was to be. */
export function SentCards({ item, onRetry, onHere }: Props) {
  const phase = phaseOf(item)
  const { facts, file, trim } = item
  const credits = facts && file ? creditsForVideo(secondsIn(trim, facts), facts.fps) : null
  if (phase === 'expired' || (phase === 'ready' && item.isExpired)) return <ExpiredCard />
  if (phase === 'stopped' && credits !== null)
    return (
      <StoppedCard
        note={item.isUnsure ? 'The service may have accepted and charged it.' : 'Nothing was sent.'}
        label={sendText(credits, true)}
        onRetry={onRetry}
      />
    )
  const [made] = resultsOf(item)
  if (phase === 'done' && made && !isPlayable(made.options) && made.options.format !== 'gif')
    return (
      <p className="rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
        Browsers do not play {videoFormats[made.options.format].label}. Save it to look at it.
      </p>
    )
  const fault = item.fault ?? item.jobs[0]?.job.error
  if (phase === 'failed' && fault)
    return <ServiceErrorCard fault={fault} kind="video" credits={credits} onAgain={onRetry} onHere={onHere} />
  return null
}
