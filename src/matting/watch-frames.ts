import { type Flow, findFlow } from '#engine/flow.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from '#engine/luma-pyramid.ts'
import type { Alpha } from '#engine/raster.ts'
import { isOtherScene } from '#engine/scene-cut.ts'
import type { SmallFrame } from './video-matter.ts'

/** The motion between a frame and the one before it, both ways. */
export type Step = { readonly ahead: Flow; readonly back: Flow }

/** A frame and what joins it to the one before; no `step`: the first of a scene. */
export type WatchedFrame = {
  readonly frame: SmallFrame
  readonly luma: Alpha
  readonly pyramid: LumaPyramid
  readonly step: Step | undefined
  /** Another scene than the frame before. */
  readonly isCut: boolean
}

/**
 * Finds how each frame moved from the one before, and where scenes are cut: where the frame before does
 * not explain it, nor a later one (else it was but a flash). One frame late then.
 */
export async function* watchFrames(
  frames: AsyncIterable<SmallFrame>,
  signal: AbortSignal,
): AsyncGenerator<WatchedFrame, void, void> {
  let last: LumaPyramid | undefined
  let odd: { readonly watched: WatchedFrame; readonly before: LumaPyramid } | undefined
  for await (const frame of frames) {
    signal.throwIfAborted()
    const luma = toLuma(frame.raster)
    const pyramid = toLumaPyramid(luma)
    const afterOdd = odd !== undefined
    if (odd) {
      const isFlash = !areApart(odd.before, pyramid, findStep(odd.before, pyramid))
      yield isFlash ? odd.watched : afterCut(odd.watched)
      odd = undefined
    }
    const step = last && findStep(last, pyramid)
    const watched = { frame, luma, pyramid, step, isCut: false }
    if (last && step && !afterOdd && areApart(last, pyramid, step)) odd = { watched, before: last }
    else yield watched
    last = pyramid
  }
  if (odd) yield afterCut(odd.watched)
}

const findStep = (before: LumaPyramid, after: LumaPyramid): Step => ({
  ahead: findFlow(before, after),
  back: findFlow(after, before),
})

const areApart = (before: LumaPyramid, after: LumaPyramid, { ahead, back }: Step): boolean =>
  isOtherScene(before[0], after[0], ahead, back)

const afterCut = (watched: WatchedFrame): WatchedFrame => ({ ...watched, step: undefined, isCut: true })
