import { margin, type PyramidLevel } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'

/**
 * The share of its contrast that motion must leave unexplained, both ways, for a picture to be of another
 * scene: frames of one scene six apart mostly stay below 0.35, pairs of different scenes lie above 0.7.
 */
const otherScene = 0.55
/** Luma that noise alone may differ by, so that two black pictures are of one scene. */
const noise = 2

/** Both ways must fail, as what enters or leaves a picture goes unexplained one way only. */
export const isOtherScene = (before: PyramidLevel, after: PyramidLevel, ahead: Flow, back: Flow): boolean =>
  contrastResidual(after, before, back) > otherScene && contrastResidual(before, after, ahead) > otherScene

/**
 * What the motion from one picture to the other leaves unexplained: mean difference over mean contrast, 0
 * to about 1. Blind to how light the whole is, so that a flash or a fade is not taken for a cut.
 */
export function contrastResidual(from: PyramidLevel, to: PyramidLevel, flow: Flow): number {
  const { width, height, stride, data } = from
  const middle = mean(from)
  const brighter = mean(to) - middle
  let unexplained = 0
  let contrast = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, i = (y + margin) * stride + margin; x < width; x++, i++, at++) {
      const toX = Math.round(Math.min(width - 1, Math.max(0, x + flow.dx[at])))
      const toY = Math.round(Math.min(height - 1, Math.max(0, y + flow.dy[at])))
      unexplained += Math.abs(to.data[(toY + margin) * stride + toX + margin] - brighter - data[i])
      contrast += Math.abs(data[i] - middle)
    }
  }
  return unexplained / (contrast + noise * width * height)
}

function mean({ width, height, stride, data }: PyramidLevel): number {
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = (y + margin) * stride + margin; x < width; x++, i++) sum += data[i]
  }
  return sum / (width * height)
}
