import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { type Click, type ClickGrid, cellAt, cellsAround, toClickGrid } from './click-grid.ts'
import type { FeatureMaps } from './feature-maps.ts'
import type { RegionCandidate } from './grow-regions.ts'
import { growRegions } from './grow-regions.ts'
import { islandAt } from './matte-islands.ts'
import { isSamePlace, openCells } from './open-cells.ts'
import { rankingWeights } from './ranking-weights.ts'
import { carefulIsland, regionLimit } from './region-limits.ts'
import type { RegionMask } from './region-outline.ts'
import { networkOutput, type TwoLayerNetwork } from './two-layer-network.ts'

/** The input of click decisions. */
export type ClickScene = {
  /** A small copy of the picture: 256 to 320 px on its longer side. */
  readonly picture: Raster
  /** The whole picture's matte at any size. */
  readonly matte: AlphaMaskF32
  /** Null or empty without a network's features; regions then follow colours and the matte only. */
  readonly features: FeatureMaps | null
  /** In chronological order. */
  readonly clicks: readonly Click[]
  /** Whether the matte is mostly right, so that clicks change small regions. */
  readonly isCareful?: boolean
}

/** The state of a grid after some clicks. */
type ClickedGrid = {
  /** The matte after the clicks. */
  readonly alpha: Float32Array
  /** 1 where a click decided. */
  readonly decided: Uint8Array
}

type CarefulGrid = ClickGrid & { readonly isCareful: boolean }

/** The states after the last clicks, so that one more click costs only that click. */
type Progress = {
  readonly picture: Raster
  readonly features: FeatureMaps | null
  readonly grid: CarefulGrid
  readonly clicks: Click[]
  /** The states before and after each of `clicks`. */
  readonly states: ClickedGrid[]
}

const progressOf = new WeakMap<AlphaMaskF32, Progress>()

/**
 * The matte after all clicks, at its own size; `matte` itself without clicks. Each click changes a region around it.
 * Distances in the picture and in the network's features give candidate regions, of which `bestRegion` takes the one
 * with the largest expected gain. A region never contains a cell of an opposite click. Alpha becomes 1 or 0 in it, with
 * a soft border of one cell, and is unchanged elsewhere. Results are cached by the `matte` object, so one more click
 * costs only that click.
 */
export function applyClicks(scene: ClickScene): AlphaMaskF32 {
  const { matte, clicks } = scene
  if (clicks.length === 0) return matte
  const { grid, states } = clickStates(scene)
  const state = states[clicks.length]
  return correctedMatte(matte, grid, closeSeams(grid, state))
}

/** Prepares the first click, so that it is as fast as later ones. */
export function prepareClicks(scene: ClickScene): void {
  clickStates(scene)
  // Makes the engine compile this code before it is needed.
  for (const mode of ['keep', 'remove'] as const) clickRegion(scene, { x: 0.5, y: 0.5, mode })
}

/**
 * The cells that a click would change, as a mask on a small grid over the picture, for outlining under the pointer.
 * `scene.clicks`: those made so far.
 */
export function clickRegion(scene: ClickScene, click: Click): RegionMask {
  const { grid, states } = clickStates(scene)
  const before = states[scene.clicks.length]
  const after = nextState(grid, states, click, scene.clicks)
  const data = new Uint8Array(before.alpha.length).map((_, cell) =>
    Number(after.alpha[cell] !== before.alpha[cell] || after.decided[cell] !== before.decided[cell]),
  )
  return { width: grid.width, height: grid.height, data }
}

/** The states up to the last click; continues from the longest cached prefix of the clicks. */
function clickStates({ picture, matte, features, clicks, isCareful = false }: ClickScene): Progress {
  let progress = progressOf.get(matte)
  if (!progress || progress.picture !== picture || progress.features !== features) {
    const grid = { ...toClickGrid(picture, matte, features ?? []), isCareful }
    const decided = new Uint8Array(grid.alpha.length)
    progress = { picture, features, grid, clicks: [], states: [{ alpha: grid.alpha, decided }] }
    progressOf.set(matte, progress)
  }
  const { grid, clicks: known, states } = progress
  const shared = clicks.findIndex((click, index) => !isSame(click, known[index]))
  if (shared >= 0) {
    known.length = shared
    states.length = shared + 1
  }
  for (const click of clicks.slice(known.length)) {
    states.push(nextState(grid, states, click, known))
    known.push(click)
  }
  return progress
}

const isSame = (one: Click, other: Click | undefined): boolean =>
  one.x === other?.x && one.y === other.y && one.mode === other.mode

/** The state after a click; `states` holds those before it, one more than `earlier` has clicks. */
const nextState = (
  grid: CarefulGrid,
  states: readonly ClickedGrid[],
  click: Click,
  earlier: readonly Click[],
): ClickedGrid =>
  takenBack(grid, states, click, earlier) ?? afterClick(grid, states[earlier.length], click, earlier)

function afterClick(
  grid: CarefulGrid,
  before: ClickedGrid,
  click: Click,
  earlier: readonly Click[],
): ClickedGrid {
  const alpha = before.alpha.slice()
  const decided = before.decided.slice()
  for (const cell of regionOf(grid, before, click, earlier)) {
    alpha[cell] = click.mode === 'keep' ? 1 : 0
    decided[cell] = 1
  }
  return { alpha, decided }
}

/**
 * The state after a click that takes back an earlier opposite one at its place: undoes the earlier change, except where
 * cells changed since. Null if there is no such click, or if the place would not get the label of this click.
 */
function takenBack(
  grid: ClickGrid,
  states: readonly ClickedGrid[],
  click: Click,
  earlier: readonly Click[],
): ClickedGrid | null {
  const index = earlier.findLastIndex((other) => other.mode !== click.mode && isSamePlace(grid, other, click))
  if (index < 0) return null
  const [before, after, now] = [states[index], states[index + 1], states[earlier.length]]
  const alpha = now.alpha.slice()
  const decided = now.decided.slice()
  for (let cell = 0; cell < alpha.length; cell++) {
    const isItsOwn = after.alpha[cell] !== before.alpha[cell] || after.decided[cell] !== before.decided[cell]
    if (!isItsOwn || now.alpha[cell] !== after.alpha[cell]) continue
    alpha[cell] = before.alpha[cell]
    decided[cell] = before.decided[cell]
  }
  const isDone = alpha[cellAt(grid, click)] >= 0.5 === (click.mode === 'keep')
  return isDone ? { alpha, decided } : null
}

function regionOf(
  grid: CarefulGrid,
  { alpha, decided }: ClickedGrid,
  click: Click,
  earlier: readonly Click[],
): Iterable<number> {
  const now = { ...grid, alpha }
  const open = openCells(now, click, earlier, decided)
  const seed = cellAt(grid, click)
  const island = islandAt(now, open, seed, grid.isCareful ? carefulIsland : undefined)
  if (island) return island
  const isSmallEnough = regionLimit(now, grid.isCareful, earlier.length > 0)
  const candidates = growRegions(
    now,
    open,
    click,
    earlier.length > 0 ? { clicks: earlier, decided } : null,
  ).filter(isSmallEnough)
  const region = bestRegion(candidates, rankingWeights)
  const around = cellsAround(grid, seed).filter((cell) => open[cell] === 1)
  return new Set([...around, ...(region ? region.order.subarray(0, region.size) : [])])
}

/** Distance beyond a region within which the matte's old edge is closed, in cells. */
const seamCells = 2

/**
 * Also decides cells of the matte's old edge between a decided region and an older one of the same label, which would
 * remain as a grey seam.
 */
function closeSeams(grid: ClickGrid, { alpha, decided }: ClickedGrid): ClickedGrid {
  let closed = { alpha, decided }
  for (let round = 0; round < seamCells; round++) {
    const next = { alpha: closed.alpha.slice(), decided: closed.decided.slice() }
    for (let cell = 0; cell < decided.length; cell++) {
      if (!closed.decided[cell]) continue
      for (const near of cellsAround(grid, cell)) {
        if (closed.decided[near] || closed.alpha[near] >= 0.5 !== closed.alpha[cell] >= 0.5) continue
        next.alpha[near] = closed.alpha[cell]
        next.decided[near] = 1
      }
    }
    closed = next
  }
  return closed
}

/** `matte` with the decided cells replaced; blended within a cell of the border. */
function correctedMatte(matte: AlphaMaskF32, grid: ClickGrid, { alpha, decided }: ClickedGrid): AlphaMaskF32 {
  const { width, height } = grid
  const share = resizePlane({ width, height, data: Float32Array.from(decided) }, matte).data
  const value = resizePlane({ width, height, data: alpha.map((a, cell) => a * decided[cell]) }, matte).data
  const data = matte.data.slice()
  for (let i = 0; i < data.length; i++) {
    if (share[i] > 0) data[i] = Math.min(1, data[i] * (1 - share[i]) + value[i])
  }
  return { width: matte.width, height: matte.height, data }
}

/**
 * Increase of a candidate's score per factor e^3 of area. From 0 to 2, the photos for choosing need equally many
 * clicks; with 5 regions improve less.
 */
const sizePreference = 1
/** Index of the area trait. */
const areaTrait = 0

/**
 * The candidate with the highest score; undefined if there is none. The network estimates the gain of the matte; only
 * the order of scores is meaningful.
 */
function bestRegion(
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
