import type { KeyboardEvent, PointerEvent } from 'react'
import type { EditReach } from '#contract/video-edits.ts'
import { frameSeconds, trimAfterKey } from '#library/videos/trim-range.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

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
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    // Its parent is laid out as `contents`, which has no box; the strip is the nearest positioned element.
    const box = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (box) onMove(((event.clientX - box.left) / box.width) * clip.durationSeconds - lag)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isReset = event.key === 'Delete'
    const target = trimAfterKey(event.key, seconds, { ...clip, frames: 0 })
    if (!isReset && target === null) return
    event.preventDefault()
    event.stopPropagation()
    if (isReset) onReset()
    else if (target !== null) onMove(target)
  }
  const label = messages.video.edit.reach[end](formatTimestamp(atSeconds))
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      title={messages.video.edit.reach.hint}
      aria-valuemin={end === 'from' ? 0 : rounded(atSeconds)}
      aria-valuemax={rounded(end === 'from' ? atSeconds : clip.durationSeconds)}
      aria-valuenow={rounded(seconds)}
      aria-valuetext={formatTimestamp(seconds)}
      onPointerDown={(event) => {
        // The strip behind it captures the pointer.
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onLostPointerCapture={onDrop}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
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
    </div>
  )
}

/** To milliseconds. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000
