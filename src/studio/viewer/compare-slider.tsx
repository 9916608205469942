import { ChevronsLeftRight } from 'lucide-react'
import { useEffect } from 'react'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import { DragSlider } from '#studio/ui/drag-slider.tsx'
import { type ViewerStore, withDivider } from './viewer-state.ts'

type Props = {
  readonly store: ViewerStore
  /** Where the divider is: 0 at the left edge, 1 at the right. */
  readonly divider: number
}

/** The divider between before and after, which is dragged or moved with the arrow keys. */
export function CompareSlider({ store, divider }: Props) {
  const moveTo = (value: number) => store.set((state) => withDivider(state, value))
  const percent = Math.round(divider * 100)
  return (
    <DragSlider
      label={messages.viewer.divider}
      max={100}
      now={percent}
      text={messages.viewer.dividerAt(percent)}
      onDrag={moveTo}
      onKey={(key) => {
        const target = dividerAfterKey(key, divider)
        if (target !== null) moveTo(target)
        return target !== null
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className="group absolute inset-y-0 -ml-1.5 w-3 cursor-ew-resize touch-none outline-none pointer-coarse:-ml-[22px] pointer-coarse:w-11"
      style={{ left: `${divider * 100}%` }}
    >
      {/* Only what is seen of it lies over the handles of a subject. */}
      <span className="absolute inset-y-0 left-1/2 z-20 -ml-px w-0.5 bg-white shadow-[0_0_0_1px_#1b1c2040]" />
      <span className="absolute top-1/2 left-1/2 z-20 grid size-10 -translate-1/2 place-items-center rounded-full bg-white text-[#1b1c20] shadow-[0_0_0_1px_#1b1c2026,0_4px_14px_#0004] transition-transform duration-150 group-hover:scale-105 group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink">
        <ChevronsLeftRight size={18} strokeWidth={2} aria-hidden />
      </span>
    </DragSlider>
  )
}

/** By how much a key moves the divider. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -0.02, ArrowDown: -0.02, ArrowRight: 0.02, ArrowUp: 0.02 },
  ...{ PageDown: -0.1, PageUp: 0.1, Home: -1, End: 1 },
}

/** The position after a key press; null if the key does not move the divider. */
export const dividerAfterKey = (key: string, divider: number): number | null => {
  const by = steps[key]
  return by === undefined ? null : Math.min(1, Math.max(0, divider + by))
}

const durationMs = 1400
/** How long the first result is compared, before the view rests in it. */
const comparedMs = 1500

/** Where that was done, or a person was faster. */
const rested = new WeakSet<ViewerStore>()

/**
 * Shows the first result of a page beside its original, and then alone. The first ever has its divider moved in between, so that
 * people see that it can be. Nothing moves by itself if the system asks for reduced motion.
 */
export function useRestInResult(store: ViewerStore, ready: boolean): void {
  const { settings } = useStudio()
  useEffect(() => {
    if (!ready || rested.has(store) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let expected = store.get().divider
    let frame = 0
    /** Whether nobody has moved the divider or chosen a view. */
    const isUntouched = () => store.get().view === 'compare' && store.get().divider === expected
    const rest = () => store.set((state) => ({ ...withDivider(state, 0.5), view: 'result' }))
    const swing = (start: number) => {
      const part = Math.min(1, Math.max(0, (performance.now() - start) / durationMs))
      if (!isUntouched()) return
      expected = dividerDuringNudge(part)
      store.set((state) => withDivider(state, expected))
      if (part < 1) frame = requestAnimationFrame(() => swing(start))
      else rest()
    }
    const timer = setTimeout(() => {
      rested.add(store)
      if (!isUntouched()) return
      if (settings.get().nudged) return rest()
      settings.set((all) => ({ ...all, nudged: true }))
      swing(performance.now())
    }, comparedMs)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [store, settings, ready])
}

/** The position after `part` (0 to 1) of this movement: to both sides and back to the middle. */
export const dividerDuringNudge = (part: number): number =>
  0.5 - 0.22 * Math.sin(part * 2 * Math.PI) * (1 - part * 0.5)
