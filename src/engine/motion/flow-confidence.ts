import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'

/** Luma difference, 0 to 255, at which the confidence halves; noise and light cause less. */
export const usualDifference = 14

/** The change of luma between two pictures. */
export type LumaChange = {
  /** Overall increase of brightness. */
  readonly brighter: number
  /** Difference at which the confidence halves. */
  readonly difference: number
}
const noChange: LumaChange = { brighter: 0, difference: usualDifference }
/** Round-trip error in pixels at which the confidence halves: fixed, plus per pixel of motion. */
const usualMiss = 0.7
const missShare = 0.05

/**
 * The confidence of `forward` per pixel, 0 to 1 (forward-backward check; Sundaram, Brox & Keutzer, ECCV 2010): high if
 * following `forward` and then `backward` returns to the start with the same luma, 0 if the flow leaves the picture.
 */
export function flowConfidence(
  from: PyramidLevel,
  to: PyramidLevel,
  forward: Flow,
  backward: Flow,
  { brighter, difference: half }: LumaChange = noChange,
): AlphaMaskF32 {
  const { width, height } = forward
  const confidence = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const moveX = forward.dx[at]
      const moveY = forward.dy[at]
      const toX = x + moveX
      const toY = y + moveY
      if (toX < -0.5 || toY < -0.5 || toX > width - 0.5 || toY > height - 0.5) continue
      const nearest =
        Math.min(height - 1, Math.max(0, Math.round(toY))) * width +
        Math.min(width - 1, Math.max(0, Math.round(toX)))
      const missX = moveX + backward.dx[nearest]
      const missY = moveY + backward.dy[nearest]
      const length = Math.abs(moveX) + Math.abs(moveY)
      const miss = (missX * missX + missY * missY) / (usualMiss + missShare * length) ** 2
      const left = Math.floor(toX)
      const top = Math.floor(toY)
      const u = toX - left
      const v = toY - top
      const i = (top + margin) * to.stride + left + margin
      const found =
        (1 - v) * ((1 - u) * to.data[i] + u * to.data[i + 1]) +
        v * ((1 - u) * to.data[i + to.stride] + u * to.data[i + to.stride + 1])
      const difference = (found - brighter - from.data[(y + margin) * from.stride + x + margin]) / half
      confidence[at] = 1 / (1 + miss) / (1 + difference * difference)
    }
  }
  return { width, height, data: confidence }
}

/**
 * The share of a frame that a flow does not explain, 0 to 1: one minus the mean confidence, weighted towards the
 * subject in the key frame's matte, to which `toKey` leads; undefined for the key frame. `backgroundWeight`: weight of
 * a background pixel; the subject's is 1 more.
 */
export function flowResidual(
  toKey: Flow | undefined,
  confidence: AlphaMaskF32,
  matte: AlphaMask8,
  backgroundWeight = 0.15,
): number {
  const { width, height, data } = confidence
  const scaleX = matte.width / width
  const scaleY = matte.height / height
  let residual = 0
  let total = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const toX = Math.min(
        matte.width - 1,
        Math.max(0, ((x + (toKey ? toKey.dx[at] : 0) + 0.5) * scaleX) | 0),
      )
      const toY = Math.min(
        matte.height - 1,
        Math.max(0, ((y + (toKey ? toKey.dy[at] : 0) + 0.5) * scaleY) | 0),
      )
      const weight = backgroundWeight + matte.data[toY * matte.width + toX] / 255
      residual += weight * (1 - data[at])
      total += weight
    }
  }
  return residual / total
}
