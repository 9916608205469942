import { useStore } from '#studio/hooks/use-store.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'

/** Speaks what the announcer says. Two regions in turn, so that the same words are spoken again. */
export function LiveText() {
  const { text, turn } = useStore(useStudio().announcer)
  return (
    <div className="sr-only" data-testid="announcements">
      <p role="status" aria-live="polite">
        {turn % 2 === 0 ? text : ''}
      </p>
      <p role="status" aria-live="polite">
        {turn % 2 === 1 ? text : ''}
      </p>
    </div>
  )
}
