import type { Size } from '#base/geometry.ts'
import { type Click, type ClickGrid, cellAt } from '#engine/clicks/click-grid.ts'
import { growRegions, type RegionCandidate } from '#engine/clicks/grow-regions.ts'
import { islandAt } from '#engine/clicks/matte-islands.ts'
import { openCells } from '#engine/clicks/open-cells.ts'
import type { TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import type { EditCase } from './edit-cases.ts'
import { iouOf, type Labels, nextClick } from './simulate-clicks.ts'
import { type LikelihoodSample, likelihoodSample } from './train-likelihood.ts'

/**
 * What to learn from simulated clicks on a photo: of each the candidates; or, where no network of likelihoods is given,
 * which segments it means as well.
 */
export type ClickSamples = {
  readonly rankings: readonly RankingSample[]
  readonly likelihoods: readonly LikelihoodSample[]
}

/** One simulated click: the traits of every candidate, and which share of what is wrong it would mend. */
export type RankingSample = { readonly traits: readonly Float32Array[]; readonly gains: Float32Array }

/** Clicks of one session. */
const clicksPerSession = 7
/** After a click the session goes on with one of the best candidates, at random, as the ranking will err as well. */
const pickedFrom = 25
const bestShare = 0.4
/** A session ends where the matte is this good. */
const goodIou = 0.95

/**
 * Clicks on one photo, at centres or anywhere in wrong regions; candidates grow by `likelihood`, or the shipped one.
 */
export function clickSamples(
  scene: EditCase,
  grid: ClickGrid,
  isRandom: boolean,
  random: () => number,
  likelihood?: TwoLayerNetwork,
): ClickSamples {
  const truth = labelsOnGrid(scene.truth, grid)
  const alpha = grid.alpha.slice()
  const decided = new Uint8Array(alpha.length)
  const clicks: Click[] = []
  const rankings: RankingSample[] = []
  const likelihoods: LikelihoodSample[] = []
  while (clicks.length < clicksPerSession) {
    const now: ClickGrid = { ...grid, alpha }
    const labels: Labels = { ...truth, data: Uint8Array.from(alpha, (value) => Number(value >= 0.5)) }
    if (iouOf(labels, truth) >= goodIou) break
    const click = nextClick(labels, truth, isRandom ? random : undefined)
    if (!click) break
    const open = openCells(now, click, clicks, decided)
    const value = click.mode === 'keep' ? 1 : 0
    const take = (cells: Iterable<number>) => {
      for (const cell of cells) {
        alpha[cell] = value
        decided[cell] = 1
      }
      alpha[cellAt(grid, click)] = value
      clicks.push(click)
    }
    // An island is taken without any ranking.
    const island = islandAt(now, open, cellAt(grid, click))
    if (island) {
      take(island)
      continue
    }
    const earlier = clicks.length > 0 ? { clicks, decided } : null
    if (!likelihood) likelihoods.push(likelihoodSample(now, open, click, earlier, truth, random))
    const candidates = growRegions(now, open, click, earlier, likelihood)
    if (candidates.length === 0) break
    const gains = gainsOf(candidates, labels, truth, click)
    rankings.push({ traits: candidates.map(({ traits }) => traits), gains })
    const ranked = [...gains.keys()].sort((a, b) => (gains[b] ?? 0) - (gains[a] ?? 0))
    const place = random() < bestShare ? 0 : Math.floor(random() * Math.min(ranked.length, pickedFrom))
    const chosen = candidates[ranked[place] ?? 0]
    take(chosen?.order.subarray(0, chosen.size) ?? [])
  }
  return { rankings, likelihoods }
}

function labelsOnGrid(truth: Labels, { width, height }: ClickGrid): Labels {
  const size: Size = { width, height }
  const shareOf = (label: number) =>
    resizePlane({ ...truth, data: Float32Array.from(truth.data, (value) => Number(value === label)) }, size)
      .data
  const subject = shareOf(1)
  const unknown = shareOf(2)
  return {
    ...size,
    data: Uint8Array.from(subject, (share, i) => ((unknown[i] ?? 0) > 0.5 ? 2 : Number(share >= 0.5))),
  }
}

/** The gain of IoU by each candidate, as a share of what is missing to 1. */
function gainsOf(
  candidates: readonly RegionCandidate[],
  labels: Labels,
  truth: Labels,
  { mode }: Click,
): Float32Array {
  const before = iouOf(labels, truth)
  let both = 0
  let either = 0
  for (let i = 0; i < truth.data.length; i++) {
    if (truth.data[i] === 2) continue
    both += Number(labels.data[i] === 1 && truth.data[i] === 1)
    either += Number(labels.data[i] === 1 || truth.data[i] === 1)
  }
  const label = Number(mode === 'keep')
  const sign = mode === 'keep' ? 1 : -1
  return Float32Array.from(candidates, ({ order, size }) => {
    let [gainedBoth, gainedEither] = [0, 0]
    for (const cell of order.subarray(0, size)) {
      if (truth.data[cell] === 2 || labels.data[cell] === label) continue
      if (truth.data[cell] === 1) gainedBoth += sign
      else gainedEither += sign
    }
    const after = (both + gainedBoth) / Math.max(1, either + gainedEither)
    return Math.max(-1, (after - before) / (1.05 - before))
  })
}
