import { useEffect, useState } from 'react'
import { type EditReach, editedTimes, editRuns, type VideoEdits, withReach } from '#contract/video-edits.ts'
import { frameSeconds, trimAfterKey } from '#library/videos/trim-range.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { DragSlider } from '#studio/ui/drag-slider.tsx'
import { movedReach, reachesOf } from './edit-reaches.ts'

type ClipTimes = { readonly durationSeconds: number; readonly fps: number }

type Props = {
  readonly edits: VideoEdits
  /** The known reaches of the runs of edits. */
  readonly propagated: readonly EditReach[]
  readonly clip: ClipTimes
  readonly onJump: (seconds: number) => void
  readonly onChange: (edits: VideoEdits) => void
}

/**
 * The edited frames of a video on its timeline; a click on a frame jumps there. The ends of the reaches can be moved.
 */
export function EditMarks({ edits, propagated, clip, onJump, onChange }: Props) {
  const [known, setKnown] = useState(propagated)
  const [draft, setDraft] = useState<{ readonly index: number; readonly reach: EditReach } | null>(null)
  useEffect(() => {
    // While edits are propagated again, the earlier reaches stay, and so does the focus of a handle.
    if (propagated.length > 0) setKnown(propagated)
  }, [propagated])
  const share = (seconds: number) => Math.min(100, (seconds / Math.max(0.001, clip.durationSeconds)) * 100)
  const drop = () => {
    if (!draft) return
    const { fromSeconds, toSeconds } = draft.reach
    setDraft(null)
    if (editRuns(edits)[draft.index]) onChange(withReach(edits, draft.index, { fromSeconds, toSeconds }))
  }
  return (
    <>
      {reachesOf(edits, propagated, known).map((reach, index) => {
        if (!reach) return null
        const shown = draft?.index === index ? draft.reach : reach
        const { fromSeconds, toSeconds } = shown
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run of edits is known by its place among them.
          <div key={index} className="contents">
            <span
              data-testid="edit-reach"
              data-propagated={propagated.length > 0}
              className="pointer-events-none absolute top-0 h-1.5 min-w-1 border-y border-on-lime bg-lime"
              style={{
                left: `${share(fromSeconds)}%`,
                width: `${share(toSeconds + frameSeconds(clip)) - share(fromSeconds)}%`,
              }}
            />
            {(['from', 'to'] as const).map((end) => (
              <ReachHandle
                key={end}
                end={end}
                reach={shown}
                clip={clip}
                onMove={(seconds) => setDraft({ index, reach: movedReach(shown, end, seconds, clip) })}
                onDrop={drop}
                onReset={() => {
                  setDraft(null)
                  onChange(withReach(edits, index, null))
                }}
              />
            ))}
          </div>
        )
      })}
      {editedTimes(edits).map((seconds) => (
        <button
          key={seconds}
          type="button"
          aria-label={messages.video.edit.mark(formatTimestamp(seconds))}
          title={messages.video.edit.mark(formatTimestamp(seconds))}
          // The strip behind it captures the pointer.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onJump(seconds)}
          className="absolute -top-2 z-20 grid size-6 -translate-x-1/2 place-items-center forced-colors:border-0!"
          style={{ left: `${share(seconds)}%` }}
        >
          <span className="size-2.5 rotate-45 bg-lime shadow-[0_0_0_1.5px_var(--color-ink)]" />
        </button>
      ))}
    </>
  )
}

type ReachHandleProps = {
  readonly end: 'from' | 'to'
  readonly reach: EditReach
  readonly clip: ClipTimes
  /** Called during the movement; the edits change on `onDrop` only. */
  readonly onMove: (seconds: number) => void
  readonly onDrop: () => void
  /** Resets the reach to what the motion propagates. */
  readonly onReset: () => void
}

/** One end of an edit's reach: a slider, dragged along the timeline or moved by keys. */
function ReachHandle({ end, reach, clip, onMove, onDrop, onReset }: ReachHandleProps) {
  const { atSeconds, fromSeconds, toSeconds } = reach
  const seconds = end === 'from' ? fromSeconds : toSeconds
  /** The handle is at the end of the last frame. */
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

/** Rounds to milliseconds. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000
