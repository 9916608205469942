import { changedShare } from '#engine/motion/changed-share.ts'
import { flowConfidence, flowResidual } from '#engine/motion/flow-confidence.ts'
import { lumaChange } from '#engine/motion/luma-change.ts'
import type { Flow } from '#engine/motion/optical-flow.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { TrackedFrame } from './track-motion.ts'

/** How a frame continues the frame before: by motion, suddenly in parts, or as a new shot. */
type StepKind = 'motion' | 'change' | 'cut'

/**
 * Classifies frame after frame. `matte` belongs to the frame before, or to the frame to which `toMatte` leads from it.
 */
type ChangeWatch = (
  before: Pick<TrackedFrame, 'pyramid'>,
  frame: Pick<TrackedFrame, 'pyramid' | 'flow'>,
  matte: AlphaMask8,
  toMatte?: Flow,
) => StepKind

/** The least sudden change, as a share of the frame. */
const minChanged = 0.004
/** A sudden change is at least so many times the recent maximum. */
const suddenness = 3
/** The least sudden motion, as a share of the width: a zoom by a tenth, or a moved camera. */
const minMoved = 0.012
/** Usual motion is known after so many frames. */
const minKnownFrames = 3
/** A cut keeps less than this share of the subject. */
const cutKept = 0.2
/** The number of recent frames; slow films played at 60 frames per second repeat pictures within it. */
const watchedFrames = 12
/** The weight of a pixel outside the subject, for frames without a subject. */
const backgroundWeight = 0.001

/**
 * Distinguishes sudden changes, such as a jump within one room, from motion: much less of the subject has a counterpart
 * than in recent frames, much more of the frame is new, or the whole picture moves further, as between shots of which
 * one is zoomed. Constantly fast, shaky or flickering pictures count as motion.
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
    // Repeated changes count as motion.
    if (!isSudden || framesSinceSudden < watchedFrames)
      recent = [...recent, { kept, changed, moved }].slice(-watchedFrames)
    framesSinceSudden = isSudden ? 0 : framesSinceSudden + 1
    if (!isSudden) return 'motion'
    return kept < cutKept ? 'cut' : 'change'
  }
}

/** The mean motion of the pixels, as a share of the width. */
const meanMotion = ({ width, dx, dy }: Flow): number =>
  dx.reduce((sum, x, at) => sum + Math.hypot(x, dy[at] ?? 0), 0) / dx.length / width
