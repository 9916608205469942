import { useEffect } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Divider } from '#studio/ui/divider.tsx'
import { type ViewerStore, withDivider } from './viewer-state.ts'

type Props = {
  readonly store: ViewerStore
  /** The position of the divider: 0 at the left edge, 1 at the right. */
  readonly divider: number
}

/** The divider between before and after. */
export const CompareSlider = ({ store, divider }: Props) => (
  <Divider
    label={messages.viewer.divider}
    text={messages.viewer.dividerAt}
    at={divider}
    onMove={(value) => store.set((state) => withDivider(state, value))}
  />
)

const durationMs = 1400
/** How long the first result is compared before it is shown alone. */
const comparedMs = 1500

/** The viewers in which that happened, or the user acted first. */
const rested = new WeakSet<ViewerStore>()

/**
 * Shows the first result of a page beside its original, then alone. The first result ever moves its divider in between,
 * to show that it is movable. With reduced motion nothing moves by itself.
 */
export function useRestInResult(store: ViewerStore, ready: boolean): void {
  const { settings } = useStudio()
  useEffect(() => {
    if (!ready || rested.has(store) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let expected = store.get().divider
    let frame = 0
    /** Whether the user has neither moved the divider nor chosen a view. */
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

/** The position after `part` (0 to 1) of the movement to both sides and back to the middle. */
export const dividerDuringNudge = (part: number): number =>
  0.5 - 0.22 * Math.sin(part * 2 * Math.PI) * (1 - part * 0.5)
