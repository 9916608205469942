import type { RegionCandidate } from './grow-regions.ts'
import { networkOutput, type TwoLayerNetwork } from './two-layer-network.ts'

/**
 * By how much a candidate's score rises for each e^3 of its area. From 0 to 2 the photos for choosing
 * need equally many clicks; with 5 the regions mend less.
 */
const sizePreference = 1
/** Index of the trait that tells the area. */
const areaTrait = 0

/**
 * The candidate of the highest score; undefined where there is none. From its traits the network tells how much better
 * the matte is expected to become; only the order of what it tells means something.
 */
export function bestRegion(
  candidates: readonly RegionCandidate[],
  network: TwoLayerNetwork,
): RegionCandidate | undefined {
  let best: RegionCandidate | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const { traits } = candidate
    const score = networkOutput(network, traits) + sizePreference * traits[areaTrait]
    if (score > highest) {
      highest = score
      best = candidate
    }
  }
  return best
}
