import type { EditReach } from '#contract/video-edits.ts'
import { frameSeconds, trimAfterKey } from '#library/videos/trim-range.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { DragSlider } from '#studio/ui/drag-slider.tsx'

/** How long a clip is, and its frames a second. */
export type ClipTimes = { readonly durationSeconds: number; readonly fps: number }

type Props = {
  readonly end: 'from' | 'to'
  readonly reach: EditReach
  readonly clip: ClipTimes
  /** While it moves; the edits change with `onDrop` only. */
  readonly onMove: (seconds: number) => void
  readonly onDrop: () => void
  /** As far as the motion carries the edit again. */
  readonly onReset: () => void
}

/** One end of the reach of an edit: a slider that is dragged along the timeline, or moved by keys. */
export function ReachHandle({ end, reach, clip, onMove, onDrop, onReset }: Props) {
  const { atSeconds, fromSeconds, toSeconds } = reach
  const seconds = end === 'from' ? fromSeconds : toSeconds
  /** The last frame is shown for a while, and the handle lies where it ends. */
  const lag = end === 'from' ? 0 : frameSeconds(clip)
  const onKey = (key: string): boolean => {
    const target = trimAfterKey(key, seconds, { ...clip, frames: 0 })
    if (key === 'Delete') onReset()
    else if (target !== null) onMove(target)
    return key === 'Delete' || target !== null
  }
  return (
    <DragSlider
      label={messages.video.edit.reach[end](formatTimestamp(atSeconds))}
      title={messages.video.edit.reach.hint}
      min={end === 'from' ? 0 : rounded(atSeconds)}
      max={rounded(end === 'from' ? atSeconds : clip.durationSeconds)}
      now={rounded(seconds)}
      text={formatTimestamp(seconds)}
      onDrag={(share) => onMove(share * clip.durationSeconds - lag)}
      onKey={onKey}
      onLostPointerCapture={onDrop}
      onDoubleClick={onReset}
      onKeyUp={onDrop}
      onBlur={onDrop}
      className={`group absolute -top-1 z-10 h-6 w-5 cursor-ew-resize touch-none outline-none pointer-coarse:w-8 ${
        end === 'from' ? '-translate-x-full' : ''
      }`}
      style={{ left: `${Math.min(100, ((seconds + lag) / Math.max(0.001, clip.durationSeconds)) * 100)}%` }}
    >
      <span
        className={`absolute top-0.5 h-4 w-2 bg-lime shadow-[0_0_0_1.5px_var(--color-on-lime)] group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink ${
          end === 'from' ? 'right-0 rounded-l-full' : 'left-0 rounded-r-full'
        }`}
      />
    </DragSlider>
  )
}

/** To milliseconds. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000
