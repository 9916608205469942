import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'

/** Luma difference, 0-255, that the same thing may show at two moments. */
export const usualDifference = 14
/** Pixels by which going there and back may miss, at least and as a share of the way. */
const usualMiss = 0.7
const missShare = 0.05

/**
 * How far to believe `there`, for each pixel 0 to 1: going there and `back` ends where it began, and what
 * is found there looks the same. 0 where it leads out of the picture.
 */
export function flowConfidence(from: PyramidLevel, to: PyramidLevel, there: Flow, back: Flow): AlphaMaskF32 {
  const { width, height } = there
  const trust = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const moveX = there.dx[at]
      const moveY = there.dy[at]
      const toX = x + moveX
      const toY = y + moveY
      if (toX < -0.5 || toY < -0.5 || toX > width - 0.5 || toY > height - 0.5) continue
      const nearest =
        Math.min(height - 1, Math.max(0, Math.round(toY))) * width +
        Math.min(width - 1, Math.max(0, Math.round(toX)))
      const missX = moveX + back.dx[nearest]
      const missY = moveY + back.dy[nearest]
      const way = Math.abs(moveX) + Math.abs(moveY)
      const miss = (missX * missX + missY * missY) / (usualMiss + missShare * way) ** 2
      const left = Math.floor(toX)
      const top = Math.floor(toY)
      const u = toX - left
      const v = toY - top
      const i = (top + margin) * to.stride + left + margin
      const found =
        (1 - v) * ((1 - u) * to.data[i] + u * to.data[i + 1]) +
        v * ((1 - u) * to.data[i + to.stride] + u * to.data[i + to.stride + 1])
      const difference = (found - from.data[(y + margin) * from.stride + x + margin]) / usualDifference
      trust[at] = 1 / (1 + miss) / (1 + difference * difference)
    }
  }
  return { width, height, data: trust }
}

/** What the picture around the subject counts beside the subject itself. */
const aroundShare = 0.15

/**
 * How much of a frame its motion to a key frame does not explain, 0 to 1, above all where the key frame's
 * matte puts the subject.
 */
export function flowResidual(there: Flow, trust: AlphaMaskF32, matte: AlphaMask8): number {
  const { width, height, data } = trust
  const scaleX = matte.width / width
  const scaleY = matte.height / height
  let doubt = 0
  let all = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const toX = Math.min(matte.width - 1, Math.max(0, ((x + there.dx[at] + 0.5) * scaleX) | 0))
      const toY = Math.min(matte.height - 1, Math.max(0, ((y + there.dy[at] + 0.5) * scaleY) | 0))
      const weight = aroundShare + matte.data[toY * matte.width + toX] / 255
      doubt += weight * (1 - data[at])
      all += weight
    }
  }
  return doubt / all
}
