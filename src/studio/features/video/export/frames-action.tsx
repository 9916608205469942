import { Images } from 'lucide-react'
import type { Progress } from '#contract/progress.ts'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { packingText } from '#studio/features/video/words/video-words.ts'
import { countText } from '#studio/messages/format-units.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { SaveFrames } from './use-save-frames.ts'

type Props = {
  readonly item: VideoItem
  /** Whose frames may be saved; null where only what is going on is shown. */
  readonly result: VideoJob | null
  readonly frames: SaveFrames
}

/** For people who go on in a compositor: the frames of a result, or how far they are. */
export function FramesAction({ item, result, frames }: Props) {
  const { running } = frames
  const isMine = running !== null && item.jobs.some(({ job }) => job.id === running.id)
  if (!isMine && !result) return null
  return (
    <div className={`flex items-center gap-3 ${isMine ? 'w-full' : 'flex-1'}`}>
      {isMine ? <Packing progress={running.progress} /> : null}
      {/* One button, so that it keeps the focus. */}
      <Button
        className={isMine ? '' : 'flex-1'}
        disabled={running !== null && !isMine}
        onClick={() => (isMine ? frames.cancel() : result && frames.start(item, result))}
        {...(isMine
          ? { 'aria-label': 'Cancel the PNG frames' }
          : { title: `${countText(result?.job.frames ?? 0, 'picture')} in a ZIP, for compositing` })}
      >
        {isMine ? (
          'Cancel'
        ) : (
          <>
            <Images size={15} strokeWidth={1.9} aria-hidden /> PNG frames (ZIP)
          </>
        )}
      </Button>
    </div>
  )
}

const Packing = ({ progress }: { readonly progress: Progress | null }) => (
  <div className="min-w-0 flex-1">
    <p className="figures mb-2 truncate text-xs text-ink-soft">{packingText(progress)}</p>
    <ProgressBar
      label="Progress of the PNG frames"
      percent={progress?.ratio == null ? null : Math.floor(progress.ratio * 100)}
    />
  </div>
)
