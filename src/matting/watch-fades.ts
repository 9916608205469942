import { changedShare } from '#engine/motion/changed-share.ts'
import { composeFlow, type FlowPair } from '#engine/motion/compose-flows.ts'
import type { LumaPyramid } from '#engine/motion/luma-pyramid.ts'
import type { TrackedFrame } from './track-motion.ts'

/** Follows frame after frame, restarting at a frame without flow. Returns true for a frame that needs a full pass. */
type FadeWatch = (frame: Pick<TrackedFrame, 'pyramid' | 'flow'>) => boolean

/** A frame is compared with one from `spanFrames` to twice as many frames before. */
const spanFrames = 4
/** The least new share of the frame in a fade, and its ratio to the usual share at the start of a fade. */
const minChanged = 0.006
const suddenness = 5
/** Frames that determine what is usual, without the last ones, which may begin a fade. */
const watchedFrames = 24
const lastFrames = 12
const minKnownFrames = 6
/** A fade has at most so many looks; longer change is motion. */
const mostLooks = 4

/** An earlier frame, the number of frames since, and the flow from it to the last one. */
type Span = { readonly pyramid: LumaPyramid; readonly frames: number; readonly flow: FlowPair | undefined }

/**
 * Detects a fade between two shots of one room, whose neighbouring frames hardly differ: much more than usual is new
 * since some frames before. Returns true at its beginning, whenever as much is new since the last look, and once when
 * it ends.
 */
export function createFadeWatch(): FadeWatch {
  let spans: readonly Span[] = []
  /** The new shares of earlier frames outside fades. */
  let earlier: readonly number[] = []
  /** Looks in the current fade. */
  let looks = 0

  const isLook = (changed: number, framesSince: number): boolean => {
    const known = earlier.slice(0, -lastFrames)
    const least = Math.max(minChanged, ...known.map((usual) => (looks > 0 ? 1 : suddenness) * usual))
    const isNew = known.length >= minKnownFrames && changed > least
    const isOver = !isNew && looks > 0 && framesSince === spanFrames
    if (isNew) looks++
    else if (looks === 0) earlier = [...earlier, changed].slice(-watchedFrames)
    if (looks > mostLooks) earlier = []
    if (isOver || looks > mostLooks) looks = 0
    return isNew || isOver
  }

  return ({ pyramid, flow }) => {
    const start: Span = { pyramid, frames: 0, flow: undefined }
    const longer = flow ? spans.map((span) => prolonged(span, flow)) : []
    const [oldest, newest = oldest] = longer
    if (!oldest || !newest) {
      looks = 0
      spans = [start]
      return false
    }
    const isAsked = isLook(changedShare(oldest.pyramid[0], pyramid[0], oldest.flow), oldest.frames)
    if (isAsked) spans = [start]
    else spans = newest.frames < spanFrames ? longer : [newest, start]
    return isAsked
  }
}

const prolonged = ({ pyramid, frames, flow }: Span, { forward, backward }: FlowPair) => ({
  pyramid,
  frames: frames + 1,
  flow: {
    forward: flow ? composeFlow(flow.forward, forward) : forward,
    backward: flow ? composeFlow(backward, flow.backward) : backward,
  },
})
