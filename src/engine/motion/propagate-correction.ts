import type { Point, Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { type ComposedFlow, type FlowPair, prependFlow } from './compose-flows.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'
import { type Warp, warpRows } from './warp.ts'

/** The change of a frame's matte by edits: alpha after minus before, -255 to 255. */
export type Correction = Size & { readonly change: Int16Array }

/** A frame for following motion. */
export type MovingFrame = {
  readonly luma: AlphaMask8
  readonly pyramid: LumaPyramid
  /** At the size of the flow. */
  readonly colors: Raster
}

export function toMovingFrame(raster: Raster): MovingFrame {
  const luma = toLuma(raster)
  const pyramid = toLumaPyramid(luma)
  const { width, height } = pyramid[0]
  return { luma, pyramid, colors: resizeRaster(raster, { width, height }) }
}

/** The difference of two mattes of one size; null if they are equal. */
export function correctionBetween(before: AlphaMask8, after: AlphaMask8): Correction | null {
  const change = new Int16Array(before.data.length)
  let isChanged = false
  for (let i = 0; i < change.length; i++) {
    change[i] = after.data[i] - before.data[i]
    isChanged ||= change[i] !== 0
  }
  return isChanged ? { width: before.width, height: before.height, change } : null
}

/** Radius in which the need of a correction is measured, relative to the longer side. */
const needRadius = 0.025
/** Need below which a correction has no effect, and from which it applies fully. */
const noNeed = 0.15
const fullNeed = 0.5

/**
 * The matte with a correction of its size applied. Where it mostly agrees with the correction already it stays, since
 * the rest is misaligned edges. With the correction between two mattes, the first becomes the second.
 */
export function corrected({ width, height, data }: AlphaMask8, { change }: Correction): AlphaMask8 {
  const after = new Uint8ClampedArray(data.length)
  const wanted = new Float32Array(data.length)
  const effect = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    after[i] = data[i] + change[i]
    wanted[i] = Math.abs(change[i])
    effect[i] = Math.abs(after[i] - data[i])
  }
  const scratch = new Float32Array(data.length)
  const radius = Math.max(6, Math.round(needRadius * Math.max(width, height)))
  sumBoxes(wanted, { width, height }, radius, scratch)
  sumBoxes(effect, { width, height }, radius, scratch)
  for (let i = 0; i < data.length; i++) {
    if (change[i] === 0) continue
    const need = smoothStep((effect[i] / wanted[i] - noNeed) / (fullNeed - noNeed))
    after[i] = data[i] + Math.round((after[i] - data[i]) * need)
  }
  return { width, height, data: after }
}

/** Propagates a correction frame by frame. */
interface CorrectionPropagator {
  /**
   * The correction on the next frame in one direction of time; `toNeighbour` leads from it to the previous frame in
   * that direction. Null once too little is left. It does not pass places changed by `stop`, an older correction made
   * on this frame.
   */
  next(frame: MovingFrame, toNeighbour: FlowPair, stop?: Correction): Correction | null
  /** Where a place of `origin` is on the last frame, both 0 to 1; null outside the picture. */
  follow(place: Point): Point | null
}

/** Confidence of the flow at which a correction vanishes, and from which it is whole. */
const noConfidence = 0.3
const fullConfidence = 0.6
/** Radius for averaging confidence, in pixels of the flow. */
const confidenceRadius = 3
/** Remaining share at which a correction ends. */
const leastShare = 0.03

/**
 * Propagates `made`, a correction of frame `origin`. The caller must stop at scene cuts. With `isHeld` it stays whole
 * where motion does not explain the frame, and ends only outside the picture.
 */
export function createCorrectionPropagator(
  origin: MovingFrame,
  made: Correction,
  isHeld = false,
): CorrectionPropagator {
  const left = { ...made, change: made.change.slice() }
  const whole = sumOf(made)
  let rest: ComposedFlow | undefined
  return {
    next: (frame, toNeighbour, stop) => {
      rest = prependFlow(frame.pyramid, origin.pyramid, toNeighbour, rest)
      const { forward } = rest
      const confidence = sameColors(frame.colors, origin.colors, rest)
      const warp = { flow: forward, confidence, from: frame.luma, to: origin.luma }
      if (stop) forget(left, warp, stop)
      const share = resizePlane(shareLeft(forward, confidence, left), left)
      if (isHeld) share.data.fill(1)
      const propagated = propagate(left, warp, share)
      return sumOf(propagated) < leastShare * whole ? null : propagated
    },
    follow: (place) => (rest ? moved(rest.backward, place) : place),
  }
}

/** A place moved along a flow, both 0 to 1; null outside the picture. */
function moved({ width, height, dx, dy }: Flow, { x, y }: Point): Point | null {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)))
  const to = { x: x + dx[row * width + column] / width, y: y + dy[row * width + column] / height }
  return to.x >= 0 && to.x < 1 && to.y >= 0 && to.y < 1 ? to : null
}

/** Removes the part of a correction that `stop` changed; `warp` leads from the frame of `stop` to the correction's. */
function forget({ width, change }: Correction, warp: Warp, stop: Correction): void {
  warpRows(warp, ({ x, y }, start) => {
    for (let i = 0; i < width; i++) {
      if (stop.change[start + i] === 0) continue
      for (const row of [Math.floor(y[i]), Math.ceil(y[i])])
        for (const column of [Math.floor(x[i]), Math.ceil(x[i])]) change[row * width + column] = 0
    }
  })
}

/** Colour difference per channel, 0 to 255, at which the confidence halves. */
const usualColorDifference = 20

/** The confidence of a flow, reduced where colours differ at its target. */
function sameColors(from: Raster, to: Raster, { forward, confidence }: ComposedFlow): AlphaMaskF32 {
  const { width, height } = forward
  const data = confidence.data.slice()
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (data[at] === 0) continue
      const toX = Math.min(width - 1, Math.max(0, Math.round(x + forward.dx[at])))
      const toY = Math.min(height - 1, Math.max(0, Math.round(y + forward.dy[at])))
      const other = (toY * width + toX) * 4
      let most = 0
      for (let channel = 0; channel < 3; channel++)
        most = Math.max(most, Math.abs(from.data[at * 4 + channel] - to.data[other + channel]))
      data[at] /= 1 + (most / usualColorDifference) ** 2
    }
  }
  return { width, height, data }
}

/**
 * The remaining share of the correction per pixel of the flow, 0 to 1: by the mean confidence of surrounding corrected
 * pixels, so that noise makes no holes.
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

/** The correction warped along `warp`, times `share`, which has its size. */
function propagate({ width, height, change }: Correction, warp: Warp, share: AlphaMaskF32): Correction {
  const propagated = new Int16Array(width * height)
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
      propagated[at] = Math.round((upper + (lower - upper) * v) * share.data[at])
    }
  })
  return { width, height, change: propagated }
}

const smoothStep = (value: number): number => {
  const share = Math.min(1, Math.max(0, value))
  return share * share * (3 - 2 * share)
}

const sumOf = ({ change }: Correction): number => change.reduce((sum, value) => sum + Math.abs(value), 0)
