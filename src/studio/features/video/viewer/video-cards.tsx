import { Clock, ExternalLink, Scissors } from 'lucide-react'
import type { Job } from '#contract/job.ts'
import { creditsForVideo } from '#contract/limits.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import { isInProgress } from '#library/items/item.ts'
import { fileSizeOf, secondsInTrim } from '#library/videos/trim-range.ts'
import {
  currentRunLocation,
  failureOf,
  phaseOf,
  resultsOf,
  type VideoItem,
} from '#library/videos/video-item.ts'
import { partText } from '#studio/features/video/export/cost-text.ts'
import { cancelledTexts } from '#studio/features/video/queue/video-status-text.ts'
import { ServiceErrorCard } from '#studio/items/service-error-card.tsx'
import { messages } from '#studio/messages/messages.ts'
import { sendText } from '#studio/messages/sending-text.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { ErrorCard } from '#studio/viewer/error-card.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import { JobCard } from './job-card.tsx'
import { keptText } from './metadata-text.ts'

const { viewer: texts } = messages.video

type Props = {
  readonly item: VideoItem
  /** Whether a paused video blocks it. */
  readonly isBlocked: boolean
  readonly onRetry: () => void
  readonly onRunHere: (() => void) | null
  readonly onRemove: () => void
}

/** A card with the state of the video and the next step; null if there is none. */
export function VideoCards({ item, isBlocked, onRetry, onRunHere, onRemove }: Props) {
  const phase = phaseOf(item)
  if (phase === 'ready' && !item.isExpired) return <PartHint item={item} />
  if (isInProgress(phase)) return <JobCard item={item} isBlocked={isBlocked} />
  if (currentRunLocation(item) === 'service')
    return <SentCards item={item} onRetry={onRetry} onRunHere={onRunHere} />
  if (phase === 'stopped') return <StoppedCard {...cancelledTexts(item)} onRetry={onRetry} />
  if (phase === 'failed' || phase === 'unreadable') {
    const failure = failureOf(item)
    return failure ? (
      <ErrorCard
        error={failure.error}
        at={{ at: 'video' }}
        name={item.name}
        texts={texts.error}
        onRetry={onRetry}
        otherwise={<Button onClick={onRemove}>{texts.error.remove}</Button>}
      />
    ) : null
  }
  if (phase === 'reading')
    return (
      <p className="flex items-center gap-2 rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
        <Clock size={15} aria-hidden /> {messages.video.progress.readingVideo}
      </p>
    )
  if (phase === 'expired') return <ExpiredCard />
  return null
}

const ExpiredCard = () => (
  <div className="pointer-events-auto w-full max-w-md shadow-lift">
    <Notice tone="plain" title={texts.expired.title}>
      <p className="mt-1 text-ink-soft">{texts.expired.help}</p>
    </Notice>
  </div>
)

/** Explains why only a part of the video can be used; nothing for other videos. */
function PartHint({ item }: { readonly item: VideoItem }) {
  const { facts, file } = item
  const text = facts && file ? partText(facts, fileSizeOf(item)) : null
  if (!text) return null
  return (
    <p className="figures flex animate-rise items-center gap-2 rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
      <Scissors size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-soft" /> {text}
    </p>
  )
}

type SentCardsProps = {
  readonly item: VideoItem
  readonly onRetry: () => void
  readonly onRunHere: (() => void) | null
}

/** The state of a video with the service as run location. */
function SentCards({ item, onRetry, onRunHere }: SentCardsProps) {
  const phase = phaseOf(item)
  const { facts, file, trim } = item
  const credits = facts && file ? creditsForVideo(secondsInTrim(trim, facts), facts.fps) : null
  if (phase === 'expired' || (phase === 'ready' && item.isExpired)) return <ExpiredCard />
  if (phase === 'stopped' && credits !== null)
    return (
      <StoppedCard
        note={item.isOutcomeUnknown ? texts.mayBeCharged : texts.nothingSent}
        label={sendText(credits, true)}
        onRetry={onRetry}
      />
    )
  const [made] = resultsOf(item)
  if (phase === 'done' && made && videoFormatRow(made.options.format).shownBy === null)
    return (
      <p className="rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
        {texts.notPlayed(videoFormatRow(made.options.format).label)}
      </p>
    )
  const failure = failureOf(item)
  if (phase === 'failed' && failure)
    return (
      <ServiceErrorCard
        error={failure.error}
        kind="video"
        credits={credits}
        onAgain={onRetry}
        onHere={onRunHere}
      />
    )
  return null
}

/** Links to the result, for services that forbid other pages to read their files (CORS). */
export function LinkCard({ job: { result_url, expires_at } }: { readonly job: Job }) {
  const kept = keptText(expires_at, useNow(60_000))
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="plain" title={texts.resultLink.title}>
        <p className="mt-1 text-ink">{texts.resultLink.help}</p>
        {result_url ? (
          <>
            <a
              href={result_url}
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-flex h-9 items-center gap-2 rounded-sm bg-lime px-3 text-sm font-semibold text-on-lime shadow-edge hover:bg-lime-strong"
            >
              <ExternalLink size={15} aria-hidden /> {texts.resultLink.open}
            </a>
            <p className="mt-2 text-xs text-ink-soft">{texts.resultLink.note(kept)}</p>
          </>
        ) : null}
      </Notice>
    </div>
  )
}
