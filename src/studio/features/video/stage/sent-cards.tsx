import { creditsForVideo } from '#contract/credits.ts'
import { phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { secondsIn } from '#studio/features/video/trim/trim-math.ts'
import { sendText } from '#studio/sending/credits-words.ts'
import { SentFaultCard } from '#studio/sending/sent-fault-card.tsx'
import { StoppedCard } from '#studio/stage/stopped-card.tsx'
import { ExpiredCard } from './expired-card.tsx'

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
  if (phase === 'expired') return <ExpiredCard />
  if (phase === 'stopped' && credits !== null)
    return (
      <StoppedCard
        note={item.isUnsure ? 'The service may have accepted and charged it.' : 'Nothing was sent.'}
        label={sendText(credits, true)}
        onRetry={onRetry}
      />
    )
  const fault = item.fault ?? item.jobs[0]?.job.error
  if (phase === 'failed' && fault)
    return <SentFaultCard fault={fault} kind="video" credits={credits} onAgain={onRetry} onHere={onHere} />
  return null
}
