import { useEffect, useState } from 'react'
import { type EditReach, editedTimes, editRuns, type VideoEdits, withReach } from '#contract/video-edits.ts'
import { frameSeconds } from '#library/videos/trim-range.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { movedReach, reachesOf } from './edit-reaches.ts'
import { type ClipTimes, ReachHandle } from './reach-handle.tsx'

type Props = {
  readonly edits: VideoEdits
  /** How far each run of edits reaches, as far as that is known. */
  readonly carried: readonly EditReach[]
  readonly clip: ClipTimes
  readonly onJump: (seconds: number) => void
  readonly onChange: (edits: VideoEdits) => void
}

/** The edited frames of a video on its timeline; a click on one jumps there. The ends of their reaches can be moved. */
export function EditMarks({ edits, carried, clip, onJump, onChange }: Props) {
  const [known, setKnown] = useState(carried)
  const [draft, setDraft] = useState<{ readonly index: number; readonly reach: EditReach } | null>(null)
  useEffect(() => {
    // While edits are carried again, the reaches of before stay, and with them the focus of a handle.
    if (carried.length > 0) setKnown(carried)
  }, [carried])
  const share = (seconds: number) => Math.min(100, (seconds / Math.max(0.001, clip.durationSeconds)) * 100)
  const drop = () => {
    if (!draft) return
    const { fromSeconds, toSeconds } = draft.reach
    setDraft(null)
    if (editRuns(edits)[draft.index]) onChange(withReach(edits, draft.index, { fromSeconds, toSeconds }))
  }
  return (
    <>
      {reachesOf(edits, carried, known).map((reach, index) => {
        if (!reach) return null
        const shown = draft?.index === index ? draft.reach : reach
        const { fromSeconds, toSeconds } = shown
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run of edits is known by its place among them.
          <div key={index} className="contents">
            <span
              data-testid="edit-reach"
              data-carried={carried.length > 0}
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
