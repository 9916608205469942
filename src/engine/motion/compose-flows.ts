import type { AlphaMaskF32 } from '#engine/raster.ts'
import { flowConfidence } from './flow-confidence.ts'
import type { LumaPyramid } from './luma-pyramid.ts'
import { type Flow, findFlow } from './optical-flow.ts'

/** Optical flow between two frames: `forward` from the first to the second, `backward` the inverse. */
export type FlowPair = { readonly forward: Flow; readonly backward: Flow }

/** Flow between two frames of a scene, possibly several apart, with the confidence of `forward`. */
export type ComposedFlow = FlowPair & { readonly confidence: AlphaMaskF32 }

export const findFlowPair = (first: LumaPyramid, second: LumaPyramid): FlowPair => ({
  forward: findFlow(first, second),
  backward: findFlow(second, first),
})

/** The pair with its frames exchanged. */
export const reversed = ({ forward, backward }: FlowPair): FlowPair => ({
  forward: backward,
  backward: forward,
})

/**
 * The flow from frame `from` to frame `to`: `step` leads from `from` to its neighbour, `rest` from there to `to`.
 * Without `rest`, `to` is the neighbour.
 */
export function prependFlow(
  from: LumaPyramid,
  to: LumaPyramid,
  step: FlowPair,
  rest?: ComposedFlow,
): ComposedFlow {
  const forward = rest ? composeFlow(step.forward, rest.forward) : step.forward
  const backward = rest ? composeFlow(rest.backward, step.backward) : step.backward
  return { forward, backward, confidence: flowConfidence(from[0], to[0], forward, backward) }
}

/** Composes two flows: follows `first`, then samples `second` bilinearly at its target. */
export function composeFlow(first: Flow, second: Flow): Flow {
  const { width, height } = first
  const dx = new Float32Array(width * height)
  const dy = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const moveX = first.dx[at]
      const moveY = first.dy[at]
      const toX = Math.min(width - 1, Math.max(0, x + moveX))
      const toY = Math.min(height - 1, Math.max(0, y + moveY))
      const left = toX | 0
      const top = toY | 0
      const u = toX - left
      const v = toY - top
      const i = top * width + left
      const w11 = u * v
      const w10 = v - w11
      const w01 = u - w11
      const w00 = 1 - u - v + w11
      const e = left < width - 1 ? i + 1 : i
      const s = top < height - 1 ? i + width : i
      const d = s + e - i
      dx[at] = moveX + w00 * second.dx[i] + w01 * second.dx[e] + w10 * second.dx[s] + w11 * second.dx[d]
      dy[at] = moveY + w00 * second.dy[i] + w01 * second.dy[e] + w10 * second.dy[s] + w11 * second.dy[d]
    }
  }
  return { width, height, dx, dy }
}
