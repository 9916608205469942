import { follow, sampleAt, type Way } from './follow.ts'
import type { Alpha } from './raster.ts'
import { sureness } from './sureness.ts'

/** A matte of another moment. */
export type Vote = {
  readonly matte: Alpha
  /** From the frame in question to that moment. */
  readonly way: Way
  /** What the vote counts for its moment alone, above 0. */
  readonly weight: number
}

/** What a vote counts where nothing speaks for it, so that somebody decides everywhere. */
const leastTrust = 0.02

/**
 * The matte that the votes agree on, each carried along its way to the frame in question: their mean,
 * weighted by trust, `weight` and how sure each is of itself. All mattes have the pictures' size.
 */
export function carryMattes(votes: readonly [Vote, ...Vote[]]): Alpha {
  const { width, height } = votes[0].matte
  const sum = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (const vote of votes) addVote(vote, sum, weights)
  const data = new Uint8ClampedArray(width * height)
  for (let i = 0; i < data.length; i++) data[i] = sum[i] / weights[i]
  return { width, height, data }
}

function addVote({ matte, way, weight }: Vote, sum: Float32Array, weights: Float32Array): void {
  const { width } = matte
  follow(way, ({ x, y, trust }, start) => {
    for (let i = 0, at = start; i < width; i++, at++) {
      const value = sampleAt(matte, x[i], y[i])
      const w = (trust[i] + leastTrust) * weight * sureness[value | 0]
      weights[at] += w
      sum[at] += w * value
    }
  })
}
