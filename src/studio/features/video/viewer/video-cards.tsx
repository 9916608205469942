import { Clock, ExternalLink, Scissors } from 'lucide-react'
import type { Job } from '#contract/job.ts'
import { creditsForVideo } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { partText } from '#studio/features/video/export/cost-text.ts'
import {
  currentRunLocation,
  isInProgress,
  phaseOf,
  resultsOf,
  type VideoItem,
} from '#studio/features/video/queue/video-item.ts'
import { cancelledTexts } from '#studio/features/video/queue/video-status-text.ts'
import { fileSizeOf, secondsInTrim } from '#studio/features/video/trim/trim-range.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { sendText } from '#studio/sending/sending-text.ts'
import { ServiceErrorCard } from '#studio/sending/service-error-card.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import { JobCard } from './job-card.tsx'
import { keptText } from './result-metadata.ts'
import { VideoFaultCard } from './video-error-card.tsx'
import { isPlayable } from './viewer-source.ts'

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
  if (isInProgress(phase))
    return <JobCard item={item} isHeld={isHeld} onCancel={onCancel} onPause={onPause} />
  if (currentRunLocation(item) === 'service')
    return <SentCards item={item} onRetry={onRetry} onHere={onHere} />
  if (phase === 'stopped') return <StoppedCard {...cancelledTexts(item)} onRetry={onRetry} />
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

const ExpiredCard = () => (
  <div className="pointer-events-auto w-full max-w-md shadow-lift">
    <Notice tone="plain" title="The results of this video are gone">
      <p className="mt-1 text-ink-soft">
        They are kept for 24 hours. Start the video again to have them anew.
      </p>
    </Notice>
  </div>
)

/** What holds of a video of which only a part can be worked on; nothing for all others. */
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
  readonly onHere: (() => void) | null
}

/** How a video stands that was sent, or was to be. */
function SentCards({ item, onRetry, onHere }: SentCardsProps) {
  const phase = phaseOf(item)
  const { facts, file, trim } = item
  const credits = facts && file ? creditsForVideo(secondsInTrim(trim, facts), facts.fps) : null
  if (phase === 'expired' || (phase === 'ready' && item.isExpired)) return <ExpiredCard />
  if (phase === 'stopped' && credits !== null)
    return (
      <StoppedCard
        note={item.isOutcomeUnknown ? 'The service may have accepted and charged it.' : 'Nothing was sent.'}
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

/** Where the service does not let pages read its files, a link is the way to them. */
export function LinkCard({ job: { result_url, expires_at } }: { readonly job: Job }) {
  const kept = keptText(expires_at, useNow(60_000))
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="plain" title="The result is ready on the service">
        <p className="mt-1 text-ink">
          This page could not fetch it: the connection broke, or the service does not let other pages read its
          files.
        </p>
        {result_url ? (
          <>
            <a
              href={result_url}
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-flex h-9 items-center gap-2 rounded-sm bg-lime px-3 text-sm font-semibold text-on-lime shadow-edge hover:bg-lime-strong"
            >
              <ExternalLink size={15} aria-hidden /> Open the link of the file
            </a>
            <p className="mt-2 text-xs text-ink-soft">
              Anyone who has this link can download it{kept ? `; ${kept}` : ''}.
            </p>
          </>
        ) : null}
      </Notice>
    </div>
  )
}
