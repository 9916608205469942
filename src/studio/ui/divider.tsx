import { ChevronsLeftRight } from 'lucide-react'
import { DragSlider } from './drag-slider.tsx'

type Props = {
  readonly label: string
  /** The position, for screen readers. */
  readonly text: (percent: number) => string
  /** 0 at the left edge of its parent, 1 at the right. */
  readonly at: number
  readonly onMove: (at: number) => void
  readonly className?: string
}

/** A divider between two stacked pictures, moved by dragging or arrow keys. */
export function Divider({ label, text, at, onMove, className = '' }: Props) {
  const percent = Math.round(at * 100)
  return (
    <DragSlider
      label={label}
      max={100}
      now={percent}
      text={text(percent)}
      onDrag={onMove}
      onKey={(key) => {
        const target = dividerAfterKey(key, at)
        if (target !== null) onMove(target)
        return target !== null
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className={`group absolute inset-y-0 -ml-1.5 w-3 cursor-ew-resize touch-none outline-none pointer-coarse:-ml-[22px] pointer-coarse:w-11 ${className}`}
      style={{ left: `${at * 100}%` }}
    >
      {/* Only its visible part is above the handles of a subject. */}
      <span className="absolute inset-y-0 left-1/2 z-20 -ml-px w-0.5 bg-white shadow-[0_0_0_1px_#1b1c2040]" />
      <span className="absolute top-1/2 left-1/2 z-20 grid size-10 -translate-1/2 place-items-center rounded-full bg-white text-[#1b1c20] shadow-[0_0_0_1px_#1b1c2026,0_4px_14px_#0004] transition-transform duration-150 group-hover:scale-105 group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink">
        <ChevronsLeftRight size={18} strokeWidth={2} aria-hidden />
      </span>
    </DragSlider>
  )
}

/** By how much a key moves the divider. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
}

/** The position after a key press; null if the key does not move the divider. */
export const dividerAfterKey = (key: string, divider: number): number | null => {
  const by = steps[key]
  return by === undefined ? null : Math.min(1, Math.max(0, divider + by))
}
