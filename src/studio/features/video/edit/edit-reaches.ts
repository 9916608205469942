import { type EditReach, editRuns, toldReach, type VideoEdits } from '#contract/video-edits.ts'
import { frameSeconds } from '#library/videos/trim-range.ts'

/**
 * The reach of each run of edits; null if unknown. `propagated` is empty until these edits are propagated; until then a
 * run has the reach set by the user, or that of `before`.
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

/** A reach with one end moved to `seconds`, snapped to a frame; it always contains its own frame. */
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
