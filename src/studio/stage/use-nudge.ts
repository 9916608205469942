import { useEffect } from 'react'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { type StageStore, wiped } from './stage-state.ts'

const durationMs = 1400

/** Moves the divider once, ever, so that it is seen to move. Not where motion is unwanted. */
export function useNudge(store: StageStore, ready: boolean): void {
  const { settings } = useStudio()
  useEffect(() => {
    if (!ready || settings.get().nudged) return
    settings.set((all) => ({ ...all, nudged: true }))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const start = performance.now()
    let expected = store.get().wipe
    let frame = 0
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / durationMs))
      // Whoever takes the divider meanwhile keeps it.
      if (store.get().wipe !== expected) return
      expected = nudgeAt(part)
      store.set((state) => wiped(state, expected))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [store, settings, ready])
}

/** Where the divider stands after `part` (0 to 1) of the nudge: out to both sides and home to the middle. */
export const nudgeAt = (part: number): number => 0.5 - 0.22 * Math.sin(part * 2 * Math.PI) * (1 - part * 0.5)
