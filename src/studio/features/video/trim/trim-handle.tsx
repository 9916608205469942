import type { KeyboardEvent, PointerEvent } from 'react'
import type { VideoFacts } from '#contract/video-facts.ts'
import { trimAfterKey } from '#library/videos/trim-range.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

type Props = {
  readonly end: 'from' | 'to'
  readonly seconds: number
  readonly facts: VideoFacts
  readonly onMove: (seconds: number) => void
}

const labels = { from: messages.video.trim.start, to: messages.video.trim.end } as const

/** One end of the part: a slider that is dragged along the strip, or moved by keys. */
export function TrimHandle({ end, seconds, facts, onMove }: Props) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) onMove(((event.clientX - box.left) / box.width) * facts.durationSeconds)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = trimAfterKey(event.key, seconds, facts)
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    onMove(target)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={labels[end]}
      aria-valuemin={0}
      aria-valuemax={Math.round(facts.durationSeconds * 1000) / 1000}
      aria-valuenow={Math.round(seconds * 1000) / 1000}
      aria-valuetext={formatTimestamp(seconds)}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
      className={`group absolute -inset-y-1 z-20 w-6 cursor-ew-resize touch-none outline-none pointer-coarse:w-11 ${
        end === 'from' ? '-translate-x-full' : ''
      }`}
      style={{ left: `${(seconds / facts.durationSeconds) * 100}%` }}
    >
      <span
        className={`absolute inset-y-0 grid w-3.5 place-items-center bg-lime shadow-edge group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink ${
          end === 'from' ? 'right-0 rounded-l-sm' : 'left-0 rounded-r-sm'
        }`}
      >
        <span className="h-4 w-0.5 rounded-full bg-on-lime/70" />
      </span>
    </div>
  )
}
