import { type FlowPair, findFlowPair } from '#engine/motion/compose-flows.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import { noFlow } from '#engine/motion/optical-flow.ts'
import { cutResidual, sceneResidual } from '#engine/motion/scene-cut.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { SmallFrame } from './small-frame.ts'

/** A frame and its motion from the frame before. */
export type TrackedFrame = {
  readonly frame: SmallFrame
  readonly luma: AlphaMask8
  readonly pyramid: LumaPyramid
  /** The flow from the frame before to this frame and back; undefined for the first frame of a scene. */
  readonly flow: FlowPair | undefined
  /** Whether this frame begins a new scene. */
  readonly isCut: boolean
}

/**
 * Estimates the optical flow between neighbouring frames and finds scene cuts. A frame begins a scene if the flow from
 * the frame before does not explain it, but the next frame continues it. If the next frame continues the frame before
 * instead, it was a flash, and the frame before is repeated in its place. Emits a suspect frame one frame late.
 */
export async function* trackMotion(
  frames: AsyncIterable<SmallFrame>,
  signal: AbortSignal,
): AsyncGenerator<TrackedFrame, void, void> {
  let last: TrackedFrame | undefined
  let suspect: TrackedFrame | undefined
  for await (const frame of frames) {
    signal.throwIfAborted()
    const luma = toLuma(frame.raster)
    const pyramid = toLumaPyramid(luma)
    const after = (before: TrackedFrame | undefined): TrackedFrame => {
      const flow = before && findFlowPair(before.pyramid, pyramid)
      return { frame, luma, pyramid, flow, isCut: false }
    }
    let tracked: TrackedFrame
    if (last && suspect) {
      const [afterLast, afterSuspect] = [after(last), after(suspect)]
      const isFlash = !isOther(last, afterLast) && residual(last, afterLast) < residual(suspect, afterSuspect)
      yield isFlash ? repeated(last, suspect.frame) : asCut(suspect)
      tracked = isFlash ? afterLast : afterSuspect
      suspect = undefined
    } else {
      tracked = after(last)
      if (last && isOther(last, tracked)) {
        suspect = tracked
        continue
      }
    }
    yield tracked
    last = tracked
  }
  if (suspect) yield asCut(suspect)
}

const residual = (before: TrackedFrame, { pyramid, flow }: TrackedFrame): number =>
  flow ? sceneResidual(before.pyramid[0], pyramid[0], flow) : 0

const isOther = (before: TrackedFrame, after: TrackedFrame): boolean => residual(before, after) > cutResidual

const asCut = (tracked: TrackedFrame): TrackedFrame => ({ ...tracked, flow: undefined, isCut: true })

/** Repeats the picture of a frame at the time of `frame`. */
const repeated = ({ frame, luma, pyramid }: TrackedFrame, { timestampSeconds }: SmallFrame): TrackedFrame => {
  const still = noFlow(pyramid[0])
  const flow = { forward: still, backward: still }
  return { frame: { ...frame, timestampSeconds }, luma, pyramid, flow, isCut: false }
}
