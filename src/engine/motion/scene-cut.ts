import type { FlowPair } from './compose-flows.ts'
import { meanLuma } from './luma-change.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'

/**
 * Residual above which two frames belong to different scenes. Measured: mostly below 0.35 for frames of a scene, six
 * apart; above 0.7 for different scenes.
 */
export const cutResidual = 0.55
/** Luma difference of noise, so that two black frames belong to one scene. */
const noise = 2

/**
 * The difference of two frames' scenes. Both directions must fail, since what enters or leaves a picture has no
 * counterpart in one of them.
 */
export const sceneResidual = (
  before: PyramidLevel,
  after: PyramidLevel,
  { forward, backward }: FlowPair,
): number => Math.min(contrastResidual(after, before, backward), contrastResidual(before, after, forward))

/**
 * The share of a picture's contrast that the flow to another does not explain: mean absolute difference over mean
 * contrast, 0 to about 1. Overall brightness is ignored, so that a flash or fade is no cut.
 */
function contrastResidual(from: PyramidLevel, to: PyramidLevel, flow: Flow): number {
  const { width, height, stride, data } = from
  const middle = meanLuma(from)
  const brighter = meanLuma(to) - middle
  let residual = 0
  let contrast = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, i = (y + margin) * stride + margin; x < width; x++, i++, at++) {
      const toX = Math.round(Math.min(width - 1, Math.max(0, x + flow.dx[at])))
      const toY = Math.round(Math.min(height - 1, Math.max(0, y + flow.dy[at])))
      residual += Math.abs(to.data[(toY + margin) * stride + toX + margin] - brighter - data[i])
      contrast += Math.abs(data[i] - middle)
    }
  }
  return residual / (contrast + noise * width * height)
}
