import type { Flow } from './flow.ts'
import { interpolation } from './interpolation.ts'
import type { Alpha, Matte } from './raster.ts'

/** A matte of another moment, the motion to it from the frame in question, and how far to believe that. */
export type Vote = {
  readonly matte: Alpha
  readonly flow: Flow
  readonly trust: Matte
  /** What the vote counts for its moment alone, above 0. */
  readonly weight: number
}

/** What a vote counts where nothing speaks for it, so that somebody decides everywhere. */
const leastTrust = 0.02

/**
 * The matte that the votes agree on, each carried along its motion to the frame in question: their mean,
 * weighted by trust and `weight`. The frame's `own` matte, where it has one, counts 1. All mattes have the
 * same size; flows and trusts may be smaller.
 */
export function carryMattes(votes: readonly Vote[], own?: Alpha): Alpha {
  const { width, height } = own ?? votes[0].matte
  const sum = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  if (own) {
    sum.set(own.data)
    weights.fill(1)
  }
  for (const vote of votes) addVote(vote, sum, weights)
  const data = new Uint8ClampedArray(width * height)
  for (let i = 0; i < data.length; i++) data[i] = sum[i] / weights[i]
  return { width, height, data }
}

function addVote({ matte, flow, trust, weight }: Vote, sum: Float32Array, weights: Float32Array): void {
  const { width, height, data } = matte
  const across = interpolation(width, flow.width)
  const down = interpolation(height, flow.height)
  const scaleX = width / flow.width
  const scaleY = height / flow.height
  const rowX = new Float32Array(flow.width)
  const rowY = new Float32Array(flow.width)
  const rowTrust = new Float32Array(flow.width)
  for (let y = 0, at = 0; y < height; y++) {
    const above = down.before[y] * flow.width
    const below = down.after[y] * flow.width
    const share = down.share[y]
    for (let x = 0; x < flow.width; x++) {
      rowX[x] = (flow.dx[above + x] * (1 - share) + flow.dx[below + x] * share) * scaleX
      rowY[x] = (flow.dy[above + x] * (1 - share) + flow.dy[below + x] * share) * scaleY
      const believed = trust.data[above + x] * (1 - share) + trust.data[below + x] * share
      rowTrust[x] = (believed + leastTrust) * weight
    }
    for (let x = 0; x < width; x++, at++) {
      const before = across.before[x]
      const after = across.after[x]
      const u = across.share[x]
      const toX = Math.min(width - 1, Math.max(0, x + rowX[before] + (rowX[after] - rowX[before]) * u))
      const toY = Math.min(height - 1, Math.max(0, y + rowY[before] + (rowY[after] - rowY[before]) * u))
      const w = rowTrust[before] + (rowTrust[after] - rowTrust[before]) * u
      const left = toX | 0
      const top = toY | 0
      const i = top * width + left
      const right = left < width - 1 ? 1 : 0
      const next = top < height - 1 ? width : 0
      const q = data[i]
      const e = data[i + right]
      const s = data[i + next]
      const d = data[i + next + right]
      weights[at] += w
      if (q === e && q === s && q === d) {
        sum[at] += w * q
        continue
      }
      const fx = toX - left
      const fy = toY - top
      const upper = q + (e - q) * fx
      const lower = s + (d - s) * fx
      sum[at] += w * (upper + (lower - upper) * fy)
    }
  }
}
