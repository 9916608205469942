import type { Click } from '#engine/clicks/click-grid.ts'
import { type FlowPair, reversed } from '#engine/motion/compose-flows.ts'
import { confirmByClicks } from '#engine/motion/propagate-clicks.ts'
import {
  type Correction,
  createCorrectionPropagator,
  type MovingFrame,
} from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

/** The frames of a clip, their mattes, and the flow from each frame to the next. */
export type MovingClip = {
  readonly moving: readonly MovingFrame[]
  readonly flows: readonly FlowPair[]
  readonly mattes: readonly AlphaMask8[]
}

/** What an edit of a frame changes on each frame, as the studio propagates it; `click` where it was one. */
export function propagateOver(
  made: Correction,
  frame: number,
  click: Click | undefined,
  { moving, flows, mattes }: MovingClip,
) {
  const propagated = new Map([[frame, made]])
  for (const step of [1, -1]) {
    const origin = moving[frame]
    if (!origin) break
    const propagator = createCorrectionPropagator(origin, made)
    for (let at = frame + step; ; at += step) {
      const to = moving[at]
      const flow = flows[step === 1 ? at - 1 : at]
      const next = to && flow && propagator.next(to, step === 1 ? reversed(flow) : flow)
      const matte = mattes[at]
      if (!next || !matte) break
      const place = click && propagator.follow(click)
      const confirmed = confirmByClicks(to, matte, next, place ? [{ ...click, ...place }] : [])
      if (confirmed) propagated.set(at, confirmed)
    }
  }
  return propagated
}
