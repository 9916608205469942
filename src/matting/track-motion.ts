import { type FlowPair, findFlowPair } from '#engine/motion/compose-flows.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import { isOtherScene } from '#engine/motion/scene-cut.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { SmallFrame } from './small-frame.ts'

/** A frame and its motion from the frame before. */
export type TrackedFrame = {
  readonly frame: SmallFrame
  readonly luma: AlphaMask8
  readonly pyramid: LumaPyramid
  /** From the frame before to this one and back; undefined for the first frame of a scene. */
  readonly flow: FlowPair | undefined
  /** Whether this frame begins another scene than the frame before. */
  readonly isCut: boolean
}

/**
 * Estimates the optical flow between neighbouring frames and finds scene cuts: a frame begins another scene when the
 * flow from the frame before does not explain it and does not explain the next frame either; otherwise it was only a
 * flash. Emits a suspect frame one frame late.
 */
export async function* trackMotion(
  frames: AsyncIterable<SmallFrame>,
  signal: AbortSignal,
): AsyncGenerator<TrackedFrame, void, void> {
  let last: LumaPyramid | undefined
  let suspect: { readonly tracked: TrackedFrame; readonly before: LumaPyramid } | undefined
  for await (const frame of frames) {
    signal.throwIfAborted()
    const luma = toLuma(frame.raster)
    const pyramid = toLumaPyramid(luma)
    const isAfterSuspect = suspect !== undefined
    if (suspect) {
      const { tracked, before } = suspect
      const isFlash = !isCutBetween(before, pyramid, findFlowPair(before, pyramid))
      yield isFlash ? tracked : asCut(tracked)
      suspect = undefined
    }
    const flow = last && findFlowPair(last, pyramid)
    const tracked = { frame, luma, pyramid, flow, isCut: false }
    if (last && flow && !isAfterSuspect && isCutBetween(last, pyramid, flow))
      suspect = { tracked, before: last }
    else yield tracked
    last = pyramid
  }
  if (suspect) yield asCut(suspect.tracked)
}

const isCutBetween = (before: LumaPyramid, after: LumaPyramid, { forward, backward }: FlowPair): boolean =>
  isOtherScene(before[0], after[0], forward, backward)

const asCut = (tracked: TrackedFrame): TrackedFrame => ({ ...tracked, flow: undefined, isCut: true })
