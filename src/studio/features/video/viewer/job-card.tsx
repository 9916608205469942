import { Pause, Play } from 'lucide-react'
import { isInProgress } from '#library/items/item.ts'
import {
  activeJob,
  currentRunLocation,
  pausableJob,
  phaseOf,
  type VideoItem,
} from '#library/videos/video-item.ts'
import {
  chargeText,
  pausedHint,
  percentOf,
  speedText,
  workText,
} from '#studio/features/video/queue/video-status-text.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { useNow, useWasHidden } from '#studio/state/use-browser-state.ts'
import { Button } from '#studio/ui/button.tsx'
import { WorkCard } from '#studio/viewer/work-card.tsx'

const { viewer: texts, progress } = messages.video
const { row } = messages.items

type Props = {
  readonly item: VideoItem
  /** Whether a paused video blocks it. */
  readonly isBlocked: boolean
}

/** Progress and speed of a job, with buttons to pause and to cancel it. */
export function JobCard({ item, isBlocked }: Props) {
  const phase = phaseOf(item)
  const isSent = currentRunLocation(item) === 'service'
  const isAccepted = isSent && phase !== 'starting'
  const isPaused = phase === 'paused'
  const wasHidden = useWasHidden(isInProgress(phase) && !isPaused && !isSent)
  const open = activeJob(item)
  // The time since the start of a job includes its pauses.
  const startedAt = open?.pause ? null : (open?.job.started_at ?? null)
  const PauseIcon = isPaused ? Play : Pause
  const now = useNow(isPaused ? 60_000 : 1000, isPaused || startedAt !== null)
  const elapsed = startedAt === null ? null : Math.max(0, (now - Date.parse(startedAt)) / 1000)
  return (
    <WorkCard
      text={workText(item, isBlocked)}
      retry={item.progress?.retry}
      label={progress.of(item.name)}
      percent={barOf(item)}
      bytes={item.progress?.bytes}
      buttons={
        isAccepted ? null : (
          <span className="flex shrink-0 gap-2">
            {pausableJob(item) ? (
              <Button command="pause" aria-label={isPaused ? row.resume(item.name) : row.pause(item.name)}>
                <PauseIcon size={15} aria-hidden /> {isPaused ? texts.resume : texts.pause}
              </Button>
            ) : null}
            <Button command="cancel" aria-label={texts.cancelOf(item.name)}>
              {texts.cancel}
            </Button>
          </span>
        )
      }
    >
      <p className="figures mt-2.5 flex min-h-4.5 justify-between gap-4 text-xs text-ink-soft">
        <span>
          {isSent
            ? chargeText(item)
            : isPaused
              ? pausedHint(item, now)
              : speedText(item) || (phase === 'starting' ? '' : progress.timeLeftFollows)}
        </span>
        {elapsed === null ? null : (
          <span className="shrink-0">{progress.elapsed(formatDuration(Math.floor(elapsed)))}</span>
        )}
      </p>
      {wasHidden ? <p className="mt-1.5 text-xs text-ink-soft">{progress.hiddenTab}</p> : null}
    </WorkCard>
  )
}

/** Whole per cent of the current step: the cut, the upload or the work; null if unknown. */
const barOf = (item: VideoItem): number | null => {
  const phase = phaseOf(item)
  if (phase !== 'starting') return percentOf(item)
  const ratio = item.progress?.ratio
  return ratio == null ? null : Math.round(ratio * 100)
}
