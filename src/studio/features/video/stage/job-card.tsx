import { isBusy, openJob, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { percentOf, speedText, workText } from '#studio/features/video/words/video-words.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { useWasHidden } from '#studio/hooks/use-was-hidden.ts'
import { lengthText } from '#studio/media/moments.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

/** What is going on with the video, how fast, and the way out. */
export function JobCard({ item, onCancel }: { readonly item: VideoItem; readonly onCancel: () => void }) {
  const phase = phaseOf(item)
  const wasHidden = useWasHidden(isBusy(phase))
  const startedAt = openJob(item)?.job.started_at ?? null
  const now = useNow(1000, startedAt !== null)
  const elapsed = startedAt === null ? null : Math.max(0, (now - Date.parse(startedAt)) / 1000)
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
      <div className="flex items-center justify-between gap-4">
        <p className="figures min-w-0 text-sm font-semibold">{workText(item)}</p>
        <Button onClick={onCancel} aria-label={`Cancel ${item.name}`}>
          Cancel
        </Button>
      </div>
      <div className="mt-3">
        <ProgressBar
          label={`Progress of ${item.name}`}
          percent={phase === 'working' ? percentOf(item) : phase === 'waiting' ? 0 : null}
        />
      </div>
      <p className="figures mt-2.5 flex min-h-4.5 justify-between gap-4 text-xs text-ink-soft">
        <span>{speedText(item) || 'Time left shows after five frames'}</span>
        {elapsed === null ? null : <span className="shrink-0">{lengthText(Math.floor(elapsed))} so far</span>}
      </p>
      {wasHidden ? (
        <p className="mt-1.5 text-xs text-ink-soft">
          Browsers slow hidden tabs down. Keep this one in sight and it goes faster.
        </p>
      ) : null}
    </div>
  )
}
