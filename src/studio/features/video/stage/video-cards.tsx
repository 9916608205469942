import { Clock } from 'lucide-react'
import { isBusy, phaseOf, placeNow, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { cancelledWords } from '#studio/features/video/words/video-words.ts'
import { StoppedCard } from '#studio/stage/stopped-card.tsx'
import { ExpiredCard } from './expired-card.tsx'
import { JobCard } from './job-card.tsx'
import { PartHint } from './part-hint.tsx'
import { SentCards } from './sent-cards.tsx'
import { VideoFaultCard } from './video-fault-card.tsx'

type Props = {
  readonly item: VideoItem
  /** It waits until another goes on. */
  readonly isHeld: boolean
  readonly onCancel: () => void
  readonly onPause: () => void
  readonly onRetry: () => void
  readonly onHere: (() => void) | null
  readonly onRemove: () => void
}

/** What is going on with the video, as a card; nothing while there is nothing to tell. */
export function VideoCards({ item, isHeld, onCancel, onPause, onRetry, onHere, onRemove }: Props) {
  const phase = phaseOf(item)
  if (phase === 'ready' && !item.isExpired) return <PartHint item={item} />
  if (isBusy(phase)) return <JobCard item={item} isHeld={isHeld} onCancel={onCancel} onPause={onPause} />
  if (placeNow(item) === 'service') return <SentCards item={item} onRetry={onRetry} onHere={onHere} />
  if (phase === 'stopped') return <StoppedCard {...cancelledWords(item)} onRetry={onRetry} />
  if (phase === 'failed' || phase === 'unreadable') {
    const fault = item.fault ?? item.jobs[0]?.job.error
    return fault ? (
      <VideoFaultCard fault={fault} name={item.name} onRetry={onRetry} onRemove={onRemove} />
    ) : null
  }
  if (phase === 'reading')
    return (
      <p className="flex items-center gap-2 rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
        <Clock size={15} aria-hidden /> Reading the video
      </p>
    )
  if (phase === 'expired') return <ExpiredCard />
  return null
}
