import { sumBoxes } from '#engine/box-sums.ts'
import { applyClicks } from '#engine/clicks/apply-clicks.ts'
import type { Click } from '#engine/clicks/click-grid.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { type Correction, corrected, type MovingFrame } from './propagate-correction.ts'

/** Smallest overlap of propagated change and answer, as a share of the smaller one. */
const leastAgreement = 0.3
/** Change of alpha, 0 to 255, that exchanges subject and background. */
const turned = 100
/** How far the propagated change may lie outside the answer, relative to the matte's longer side: half a cell. */
const slack = 0.006

/**
 * The part of `propagated`, a correction that clicks made on another frame, which this frame confirms. `clicks` are
 * moved by the motion. If the matte contradicts a click, the click is answered on this frame's colours, and the change
 * is the intersection of answer and propagated change, so that a click that changed too much on its own frame spoils no
 * other. Else `propagated` is unchanged. Null if answer and change are different regions; the frame is then left alone.
 */
export function confirmByClicks(
  frame: MovingFrame,
  matte: AlphaMask8,
  propagated: Correction,
  clicks: readonly Click[],
): Correction | null {
  const open = clicks.filter((click) => isContradicted(matte, click))
  return open.length === 0 ? propagated : agreed(propagated, matte, answer(frame, matte, open))
}

const isContradicted = ({ width, height, data }: AlphaMask8, { x, y, mode }: Click): boolean => {
  const at = Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width))
  return data[at] >= 128 !== (mode === 'keep')
}

/** 1 where clicks flip the matte of a frame, by its colours. */
function answer({ colors }: MovingFrame, matte: AlphaMask8, clicks: readonly Click[]): Float32Array {
  const small = resizePlane({ ...matte, data: Float32Array.from(matte.data) }, colors)
  const before = { ...small, data: small.data.map((value) => value / 255) }
  const { data } = applyClicks({ picture: colors, matte: before, features: null, clicks, isCareful: true })
  const change = data.map((value, i) => Math.abs(value - before.data[i]) * 255)
  return resizePlane({ ...small, data: change }, matte).data.map((value) => Number(value > turned))
}

/** The part of a propagated change within an answer; null if they are different regions. */
function agreed(propagated: Correction, matte: AlphaMask8, answered: Float32Array): Correction | null {
  const { width, height } = propagated
  const { data } = corrected(matte, propagated)
  let [both, ofPropagated, ofAnswer] = [0, 0, 0]
  for (let i = 0; i < answered.length; i++) {
    const isTurned = Number(Math.abs(data[i] - matte.data[i]) > turned)
    ofPropagated += isTurned
    ofAnswer += answered[i]
    both += isTurned * answered[i]
  }
  if (both === 0 || both < leastAgreement * Math.min(ofPropagated, ofAnswer)) return null
  const near = answered.slice()
  sumBoxes(
    near,
    propagated,
    Math.max(1, Math.round(slack * Math.max(width, height))),
    new Float32Array(near.length),
  )
  return { width, height, change: propagated.change.map((value, i) => (near[i] > 0.5 ? value : 0)) }
}
