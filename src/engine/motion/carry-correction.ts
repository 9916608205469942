import type { Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/edits/box-sums.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { type ComposedFlow, type FlowPair, prependFlow } from './compose-flows.ts'
import type { LumaPyramid } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'
import { type Warp, warpRows } from './warp.ts'

/** What edits changed in the matte of a frame: alpha after them less alpha before, -255 to 255. */
export type Correction = Size & { readonly change: Int16Array }

/** A frame as motion is followed on it. */
export type MovingFrame = { readonly luma: AlphaMask8; readonly pyramid: LumaPyramid }

/** The difference of two mattes of one size; null where they are equal. */
export function correctionBetween(before: AlphaMask8, after: AlphaMask8): Correction | null {
  const change = new Int16Array(before.data.length)
  let isChanged = false
  for (let i = 0; i < change.length; i++) {
    change[i] = after.data[i] - before.data[i]
    isChanged ||= change[i] !== 0
  }
  return isChanged ? { width: before.width, height: before.height, change } : null
}

/** The matte with a correction of its size. */
export function corrected({ width, height, data }: AlphaMask8, { change }: Correction): AlphaMask8 {
  const after = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) after[i] = data[i] + change[i]
  return { width, height, data: after }
}

/** Carries a correction from the frame where it was made, one frame further with each call. */
export interface CorrectionCarrier {
  /**
   * The correction on the next frame in one direction of time; `toNeighbour` leads from there to the frame before in
   * this direction. Null where too little of it is left: then it has ended. It goes no further than this frame where
   * `stop`, an older correction that was made on this frame, changed something.
   */
  next(frame: MovingFrame, toNeighbour: FlowPair, stop?: Correction): Correction | null
}

/** The confidence of the flow at which a correction is gone, and from which it is whole. */
const noConfidence = 0.1
const fullConfidence = 0.35
/** How far around a pixel the confidence is averaged, in pixels of the flow. */
const confidenceRadius = 4
/** The share of a correction below which it ends. */
const leastShare = 0.03

/** Carries `made`, which belongs to the frame `origin`. It is not carried across a scene cut: the caller ends there. */
export function createCorrectionCarrier(origin: MovingFrame, made: Correction): CorrectionCarrier {
  const left = { ...made, change: made.change.slice() }
  const whole = sumOf(made)
  let rest: ComposedFlow | undefined
  return {
    next: (frame, toNeighbour, stop) => {
      rest = prependFlow(frame.pyramid, origin.pyramid, toNeighbour, rest)
      const { forward, confidence } = rest
      const warp = { flow: forward, confidence, from: frame.luma, to: origin.luma }
      if (stop) forget(left, warp, stop)
      const carried = carry(left, warp, resizePlane(shareLeft(forward, confidence, left), left))
      return sumOf(carried) < leastShare * whole ? null : carried
    },
  }
}

/** Takes away what lies where `stop` changed the frame from which `warp` leads to the correction's. */
function forget({ width, change }: Correction, warp: Warp, stop: Correction): void {
  warpRows(warp, ({ x, y }, start) => {
    for (let i = 0; i < width; i++) {
      if (stop.change[start + i] === 0) continue
      for (const row of [Math.floor(y[i]), Math.ceil(y[i])])
        for (const column of [Math.floor(x[i]), Math.ceil(x[i])]) change[row * width + column] = 0
    }
  })
}

/**
 * How much of the correction is left at each pixel of the flow, 0 to 1: by the mean confidence of the corrected pixels
 * around, so that noise tears no holes into a region.
 */
function shareLeft(forward: Flow, confidence: AlphaMaskF32, correction: Correction): AlphaMaskF32 {
  const { width, height } = forward
  const scaleX = correction.width / width
  const scaleY = correction.height / height
  const weights = new Float32Array(width * height)
  const sums = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const toX = Math.min(correction.width - 1, Math.max(0, ((x + forward.dx[at] + 0.5) * scaleX) | 0))
      const toY = Math.min(correction.height - 1, Math.max(0, ((y + forward.dy[at] + 0.5) * scaleY) | 0))
      const weight = Math.abs(correction.change[toY * correction.width + toX]) + 1
      weights[at] = weight
      sums[at] = weight * confidence.data[at]
    }
  }
  const scratch = new Float32Array(width * height)
  sumBoxes(weights, forward, confidenceRadius, scratch)
  sumBoxes(sums, forward, confidenceRadius, scratch)
  for (let i = 0; i < sums.length; i++)
    sums[i] = smoothStep((sums[i] / weights[i] - noConfidence) / (fullConfidence - noConfidence))
  return { width, height, data: sums }
}

/** The correction at the frame from which `warp` leads to it, times `share`, which has its size. */
function carry({ width, height, change }: Correction, warp: Warp, share: AlphaMaskF32): Correction {
  const carried = new Int16Array(width * height)
  warpRows(warp, ({ x, y }, start) => {
    for (let i = 0, at = start; i < width; i++, at++) {
      if (share.data[at] === 0) continue
      const left = x[i] | 0
      const top = y[i] | 0
      const q = top * width + left
      const e = left < width - 1 ? 1 : 0
      const s = top < height - 1 ? width : 0
      const u = x[i] - left
      const v = y[i] - top
      const upper = change[q] + (change[q + e] - change[q]) * u
      const lower = change[q + s] + (change[q + s + e] - change[q + s]) * u
      carried[at] = Math.round((upper + (lower - upper) * v) * share.data[at])
    }
  })
  return { width, height, change: carried }
}

const smoothStep = (value: number): number => {
  const share = Math.min(1, Math.max(0, value))
  return share * share * (3 - 2 * share)
}

const sumOf = ({ change }: Correction): number => change.reduce((sum, value) => sum + Math.abs(value), 0)
