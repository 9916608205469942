import { changedShare } from '#engine/motion/changed-share.ts'
import { composeFlow, type FlowPair } from '#engine/motion/compose-flows.ts'
import type { LumaPyramid } from '#engine/motion/luma-pyramid.ts'
import type { TrackedFrame } from './track-motion.ts'

/** Follows frame after frame, and begins anew at one without flow. True asks for a look at the whole frame. */
type FadeWatch = (frame: Pick<TrackedFrame, 'pyramid' | 'flow'>) => boolean

/** A frame is compared with one that came so many to twice as many frames before. */
const spanFrames = 4
/** What is new in a fade at least, as a share of the frame, and how many times what is usual it is at its beginning. */
const minChanged = 0.006
const suddenness = 5
/** What is usual is known from these frames, but the last ones may be the beginning of a fade. */
const watchedFrames = 24
const lastFrames = 12
const minKnownFrames = 6
/** What goes on for longer is motion. */
const mostLooks = 4

/** An earlier frame, how many came since, and the flow from there to the last one. */
type Span = { readonly pyramid: LumaPyramid; readonly frames: number; readonly flow: FlowPair | undefined }

/**
 * Tells a fade between two shots of one room, in which neighbouring frames hardly differ: much more than usual is new
 * since some frames before. Asks for a look at its beginning, whenever as much is new since the last look, and once
 * when nothing more is.
 */
export function createFadeWatch(): FadeWatch {
  let spans: readonly Span[] = []
  /** What was new in earlier frames, those of the fade not among them. */
  let earlier: readonly number[] = []
  /** In the fade that goes on. */
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
