import type { EditReach } from '#contract/video-edits.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

type Props = {
  readonly times: readonly number[]
  readonly reaches: readonly EditReach[]
  readonly durationSeconds: number
  readonly onJump: (seconds: number) => void
}

/** The edited frames of a video on its timeline, and how far their edits reach. A click on one jumps there. */
export function EditMarks({ times, reaches, durationSeconds, onJump }: Props) {
  const share = (seconds: number) => Math.min(100, (seconds / Math.max(0.001, durationSeconds)) * 100)
  return (
    <>
      {reaches.map(({ atSeconds, fromSeconds, toSeconds }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a frame that was edited twice has two of them.
          key={`${atSeconds} ${index}`}
          data-testid="edit-reach"
          className="pointer-events-none absolute top-0 h-1 min-w-1 bg-ink"
          style={{ left: `${share(fromSeconds)}%`, width: `${share(toSeconds) - share(fromSeconds)}%` }}
        />
      ))}
      {times.map((seconds) => (
        <button
          key={seconds}
          type="button"
          aria-label={messages.video.edit.mark(formatTimestamp(seconds))}
          title={messages.video.edit.mark(formatTimestamp(seconds))}
          // The strip behind it captures the pointer.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onJump(seconds)}
          className="absolute -top-2 z-20 grid size-6 -translate-x-1/2 place-items-center"
          style={{ left: `${share(seconds)}%` }}
        >
          <span className="size-2.5 rotate-45 bg-lime shadow-[0_0_0_1.5px_var(--color-ink)]" />
        </button>
      ))}
    </>
  )
}
