import { changedShare } from '#engine/motion/changed-share.ts'
import { flowConfidence, flowResidual } from '#engine/motion/flow-confidence.ts'
import { lumaChange } from '#engine/motion/luma-change.ts'
import type { Flow } from '#engine/motion/optical-flow.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { TrackedFrame } from './track-motion.ts'

/** How a frame goes on from the frame before: by motion, suddenly in parts, or as the first one of another shot. */
type StepKind = 'motion' | 'change' | 'cut'

/** Follows frame after frame. `matte` belongs to the frame before, or to one to which `toMatte` leads from there. */
type ChangeWatch = (
  before: Pick<TrackedFrame, 'pyramid'>,
  frame: Pick<TrackedFrame, 'pyramid' | 'flow'>,
  matte: AlphaMask8,
  toMatte?: Flow,
) => StepKind

/** The change that is sudden after frames without any, as a share of the frame. */
const minChanged = 0.004
/** A sudden change is so many times what the frames before it changed. */
const suddenness = 3
/**
 * The motion that is sudden after frames with less, as a share of the width: of a zoom of a tenth, or a camera that was
 * moved.
 */
const minMoved = 0.012
/** What motion is usual is known from so many frames at least. */
const minKnownFrames = 3
/** Of a cut the subject keeps less. */
const cutKept = 0.2
/** Repeated pictures of slow films that play at 60 frames a second lie within as many frames. */
const watchedFrames = 12
/** The weight of a pixel outside of the subject, so that something is watched where there is no subject. */
const backgroundWeight = 0.001

/**
 * Tells sudden changes from motion, which a jump within one room, with most of the picture as it was, is not: much more
 * of the subject has no counterpart than in the frames before, much more of the frame is new, or the whole picture
 * moves further, as between two shots of which one is zoomed. What is fast, shakes or flickers all along is motion.
 */
export function createChangeWatch(): ChangeWatch {
  let recent: { readonly kept: number; readonly changed: number; readonly moved: number }[] = []
  let framesSinceSudden = watchedFrames
  return ({ pyramid: [before] }, { pyramid: [after], flow }, matte, toMatte) => {
    if (!flow) return 'motion'
    const change = lumaChange(before, after)
    const confidence = flowConfidence(before, after, flow.forward, flow.backward, change)
    const kept = 1 - flowResidual(toMatte, confidence, matte, backgroundWeight)
    const changed = changedShare(before, after, flow)
    const moved = meanMotion(flow.forward)
    const usuallyMoved = recent.length < minKnownFrames ? 1 : Math.max(...recent.map((step) => step.moved))
    const usuallyKept = Math.min(1, ...recent.map((step) => step.kept))
    const usuallyChanged = Math.max(0, ...recent.map((step) => step.changed))
    const isSudden =
      kept < usuallyKept / 2 ||
      changed > Math.max(minChanged, suddenness * usuallyChanged) ||
      moved > Math.max(minMoved, suddenness * usuallyMoved)
    // What happens again and again is no cut.
    if (!isSudden || framesSinceSudden < watchedFrames)
      recent = [...recent, { kept, changed, moved }].slice(-watchedFrames)
    framesSinceSudden = isSudden ? 0 : framesSinceSudden + 1
    if (!isSudden) return 'motion'
    return kept < cutKept ? 'cut' : 'change'
  }
}

/** How far the pixels of a frame move on average, as a share of its width. */
const meanMotion = ({ width, dx, dy }: Flow): number =>
  dx.reduce((sum, x, at) => sum + Math.hypot(x, dy[at] ?? 0), 0) / dx.length / width
