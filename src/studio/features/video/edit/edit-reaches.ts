import { type EditReach, editRuns, toldReach, type VideoEdits } from '#contract/video-edits.ts'
import { frameSeconds } from '#library/videos/trim-range.ts'

/**
 * How far each run of edits reaches; null where that is not known yet. `propagated` is empty until these edits were
 * propagated; until then a run reaches as far as it is told, or as far as it did `before`.
 */
export const reachesOf = (
  edits: VideoEdits,
  propagated: readonly EditReach[],
  before: readonly EditReach[],
): readonly (EditReach | null)[] =>
  editRuns(edits).map((run, index) => {
    const { atSeconds } = run
    const told = toldReach(run)
    const known = propagated.length > 0 ? propagated[index] : told ? { atSeconds, ...told } : before[index]
    return known?.atSeconds === atSeconds ? known : null
  })

/** A reach after one end was moved to `seconds`, snapped to a frame; its own frame stays within. */
export const movedReach = (
  reach: EditReach,
  end: 'from' | 'to',
  seconds: number,
  clip: { readonly durationSeconds: number; readonly fps: number },
): EditReach => {
  const step = frameSeconds(clip)
  const at = Math.round(seconds / step) * step
  return end === 'from'
    ? { ...reach, fromSeconds: Math.min(reach.atSeconds, Math.max(0, at)) }
    : { ...reach, toSeconds: Math.max(reach.atSeconds, Math.min(clip.durationSeconds, at)) }
}
