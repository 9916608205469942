import type { FlowPair } from '#engine/motion/compose-flows.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import { findFlow } from '#engine/motion/optical-flow.ts'
import { isOtherScene } from '#engine/motion/scene-cut.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { SmallFrame } from './video-matter.ts'

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
 * Finds how each frame moved from the one before, and where scenes are cut: where the frame before does
 * not explain it, nor a later one (else it was but a flash). One frame late then.
 */
export async function* trackMotion(
  frames: AsyncIterable<SmallFrame>,
  signal: AbortSignal,
): AsyncGenerator<TrackedFrame, void, void> {
  let last: LumaPyramid | undefined
  let odd: { readonly watched: TrackedFrame; readonly before: LumaPyramid } | undefined
  for await (const frame of frames) {
    signal.throwIfAborted()
    const luma = toLuma(frame.raster)
    const pyramid = toLumaPyramid(luma)
    const afterOdd = odd !== undefined
    if (odd) {
      const isFlash = !areApart(odd.before, pyramid, flowBetween(odd.before, pyramid))
      yield isFlash ? odd.watched : afterCut(odd.watched)
      odd = undefined
    }
    const flow = last && flowBetween(last, pyramid)
    const watched = { frame, luma, pyramid, flow, isCut: false }
    if (last && flow && !afterOdd && areApart(last, pyramid, flow)) odd = { watched, before: last }
    else yield watched
    last = pyramid
  }
  if (odd) yield afterCut(odd.watched)
}

const flowBetween = (before: LumaPyramid, after: LumaPyramid): FlowPair => ({
  forward: findFlow(before, after),
  backward: findFlow(after, before),
})

const areApart = (before: LumaPyramid, after: LumaPyramid, { forward, backward }: FlowPair): boolean =>
  isOtherScene(before[0], after[0], forward, backward)

const afterCut = (watched: TrackedFrame): TrackedFrame => ({ ...watched, flow: undefined, isCut: true })
