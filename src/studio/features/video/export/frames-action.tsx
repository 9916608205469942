import { Images } from 'lucide-react'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { packingText } from '#studio/features/video/words/video-words.ts'
import { countText } from '#studio/media/amounts.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { SaveFrames } from './use-save-frames.ts'

type ButtonProps = { readonly item: VideoItem; readonly result: VideoJob; readonly frames: SaveFrames }

/** For people who go on in a compositor. */
export const FramesButton = ({ item, result, frames }: ButtonProps) => (
  <Button
    className="flex-1"
    disabled={frames.running !== null}
    title={`${countText(result.job.frames, 'picture')} in a ZIP, for compositing`}
    onClick={() => frames.start(item, result)}
  >
    <Images size={15} strokeWidth={1.9} aria-hidden /> PNG frames (ZIP)
  </Button>
)

/** How far the packing of frames is, and the way out; nothing while none of this video are packed. */
export function FramesProgress({ item, frames: { running, cancel } }: Omit<ButtonProps, 'result'>) {
  if (!running || !item.jobs.some(({ job }) => job.id === running.id)) return null
  const { progress } = running
  return (
    <div className="mb-3 flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="figures mb-2 truncate text-xs text-ink-soft">{packingText(progress)}</p>
        <ProgressBar
          label="Progress of the PNG frames"
          percent={progress?.ratio == null ? null : Math.floor(progress.ratio * 100)}
        />
      </div>
      <Button aria-label="Cancel the PNG frames" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
