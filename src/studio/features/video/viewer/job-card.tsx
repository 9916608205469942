import { Pause, Play } from 'lucide-react'
import {
  activeJob,
  currentRunLocation,
  isInProgress,
  pausableJob,
  phaseOf,
  type VideoItem,
} from '#studio/features/video/queue/video-item.ts'
import {
  pausedHint,
  percentOf,
  sentText,
  speedText,
  workText,
} from '#studio/features/video/queue/video-status-text.ts'
import { useWasHidden } from '#studio/hooks/use-browser-state.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { RetryLine } from '#studio/sending/retry-status.tsx'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

type Props = {
  readonly item: VideoItem
  /** It waits until another goes on. */
  readonly isHeld: boolean
  readonly onCancel: () => void
  /** Pauses it, or goes on with it. */
  readonly onPause: () => void
}

/** What is going on with the video, how fast, a rest for the device, and the way out. */
export function JobCard({ item, isHeld, onCancel, onPause }: Props) {
  const phase = phaseOf(item)
  const isSent = currentRunLocation(item) === 'service'
  const isAccepted = isSent && phase !== 'starting'
  const retry = item.progress?.retry
  const isPaused = phase === 'paused'
  const wasHidden = useWasHidden(isInProgress(phase) && !isPaused && !isSent)
  const open = activeJob(item)
  // How long it was worked on is not known of one that was paused.
  const startedAt = open?.pause ? null : (open?.job.started_at ?? null)
  const PauseIcon = isPaused ? Play : Pause
  const now = useNow(isPaused ? 60_000 : 1000, isPaused || startedAt !== null)
  const elapsed = startedAt === null ? null : Math.max(0, (now - Date.parse(startedAt)) / 1000)
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
      <div className="flex items-center justify-between gap-4">
        <p className="figures min-w-0 text-sm font-semibold">
          {retry ? <RetryLine retry={retry} /> : workText(item, isHeld)}
        </p>
        {isAccepted ? null : (
          <span className="flex shrink-0 gap-2">
            {pausableJob(item) ? (
              <Button
                variant={isPaused ? 'main' : 'plain'}
                onClick={onPause}
                aria-label={isPaused ? `Go on with ${item.name}` : `Pause ${item.name}`}
              >
                <PauseIcon size={15} aria-hidden /> {isPaused ? 'Go on' : 'Pause'}
              </Button>
            ) : null}
            <Button onClick={onCancel} aria-label={`Cancel ${item.name}`}>
              Cancel
            </Button>
          </span>
        )}
      </div>
      <div className="mt-3">
        <ProgressBar label={`Progress of ${item.name}`} percent={barOf(item)} />
      </div>
      <p className="figures mt-2.5 flex min-h-4.5 justify-between gap-4 text-xs text-ink-soft">
        <span>
          {isSent
            ? sentText(item)
            : isPaused
              ? pausedHint(item, now)
              : speedText(item) || (phase === 'starting' ? '' : speedHint)}
        </span>
        {elapsed === null ? null : (
          <span className="shrink-0">{formatDuration(Math.floor(elapsed))} so far</span>
        )}
      </p>
      {wasHidden ? (
        <p className="mt-1.5 text-xs text-ink-soft">
          Browsers slow hidden tabs down. Keep this one in sight and it goes faster.
        </p>
      ) : null}
    </div>
  )
}

const speedHint = 'Time left shows after five frames'

/** Whole per cent, of the cut or the upload while it is got ready; null while nothing can be said. */
const barOf = (item: VideoItem): number | null => {
  const phase = phaseOf(item)
  if (phase !== 'starting') return percentOf(item)
  const ratio = item.progress?.ratio
  return ratio == null ? null : Math.round(ratio * 100)
}
