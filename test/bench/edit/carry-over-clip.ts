import type { Click } from '#engine/clicks/click-grid.ts'
import { confirmByClicks } from '#engine/motion/carry-clicks.ts'
import {
  type Correction,
  createCorrectionCarrier,
  type MovingFrame,
} from '#engine/motion/carry-correction.ts'
import { type FlowPair, reversed } from '#engine/motion/compose-flows.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

/** The frames of a clip, their mattes, and the flow from each frame to the next. */
export type MovingClip = {
  readonly moving: readonly MovingFrame[]
  readonly flows: readonly FlowPair[]
  readonly mattes: readonly AlphaMask8[]
}

/** What an edit of a frame changes on each frame, as the studio carries it; `click` where it was one. */
export function carryOver(
  made: Correction,
  frame: number,
  click: Click | undefined,
  { moving, flows, mattes }: MovingClip,
) {
  const carried = new Map([[frame, made]])
  for (const step of [1, -1]) {
    const origin = moving[frame]
    if (!origin) break
    const carrier = createCorrectionCarrier(origin, made)
    for (let at = frame + step; ; at += step) {
      const to = moving[at]
      const flow = flows[step === 1 ? at - 1 : at]
      const next = to && flow && carrier.next(to, step === 1 ? reversed(flow) : flow)
      const matte = mattes[at]
      if (!next || !matte) break
      const place = click && carrier.follow(click)
      const confirmed = confirmByClicks(to, matte, next, place ? [{ ...click, ...place }] : [])
      if (confirmed) carried.set(at, confirmed)
    }
  }
  return carried
}
