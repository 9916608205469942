import { type Click, type ClickGrid, cellAt, cellsAround, similarityToPoint } from './click-grid.ts'
import { geodesicDistances, type StepLengths, stepLengths } from './geodesic-distance.ts'

/** A region that a click might mean: the first `size` cells of `order`. */
export type RegionCandidate = {
  readonly order: Uint32Array
  readonly size: number
  /** What `rankRegions` judges by: `candidateTraits` numbers. */
  readonly traits: Float32Array
}

/** Areas of neighbouring candidates differ by this factor. */
const areaRatio = 1.35
/** The smallest candidate, in cells. */
const minArea = 6
/** Longest path of a region, in lengths of the picture's longer side. */
const reach = 6

/** Alpha on the far side of one half by this much is not certain, so a region may go on there. */
const hesitation = 0.25

/** 1 for each cell that a click may change: what is not surely as it wants it, but for opposite clicks made before. */
export function openCells(grid: ClickGrid, click: Click, earlier: readonly Click[]): Uint8Array {
  const open = Uint8Array.from(grid.alpha, (value) =>
    Number(click.mode === 'keep' ? value < 0.5 + hesitation : value > 0.5 - hesitation),
  )
  for (const other of earlier) {
    if (other.mode === click.mode) continue
    for (const cell of cellsAround(grid, cellAt(grid, other))) open[cell] = 0
  }
  open[cellAt(grid, click)] = 1
  return open
}

/**
 * Regions around a click that might be what it means, among the cells that it may change (`open` is 1). Each of four distances from the click - along paths of even colour, along paths of even features, and
 * by likeness to the click with and without colour - gives nested regions; of those of about the same area the one
 * whose outline runs most along edges is kept, as in Gulshan et al., _Geodesic Star Convexity for Interactive Image
 * Segmentation_, CVPR 2010, geodesic distances alone have no edge to stop at.
 */
export function growRegions(grid: ClickGrid, open: Uint8Array, click: Click): RegionCandidate[] {
  const seed = cellAt(grid, click)
  const similarity = similarityToPoint(grid, click)
  const tint = colorDistances(grid, seed)
  const view: SeedView = { grid, open, seed, similarity, tint, sign: click.mode === 'keep' ? 1 : -1 }
  const unlike = similarity.map((value, cell) => 5 * (1 - value) + 4 * tint[cell])
  const unlikeFeatures = similarity.map((value) => 8 * (1 - value))
  const ways: readonly StepLengths[] = [
    grid.byColor,
    grid.byFeature,
    stepLengths(grid, [], unlike),
    stepLengths(grid, [], unlikeFeatures),
  ]
  return ways.flatMap((steps, way) => nestedRegions(view, steps, way))
}

type SeedView = {
  readonly grid: ClickGrid
  readonly open: Uint8Array
  readonly seed: number
  readonly similarity: Float32Array
  readonly tint: Float32Array
  /** 1 where the click adds to the subject, -1 where it removes. */
  readonly sign: number
}

function colorDistances({ colors: [red, green, blue] }: ClickGrid, seed: number): Float32Array {
  return red.map((value, cell) => {
    const r = value - red[seed]
    const g = green[cell] - green[seed]
    const b = blue[cell] - blue[seed]
    return Math.sqrt(r * r + g * g + b * b)
  })
}

/** What is summed while a region grows: over its cells, and over the edges between it and open cells outside. */
type Sums = {
  area: number
  similarity: number
  tint: number
  level: number
  leaning: number
  /** Edges to open cells, and over them: differences of colour and alpha, feature edges, and likeness outside. */
  rim: number
  rimColor: number
  rimAlpha: number
  rimFeature: number
  rimSimilarity: number
  rimTint: number
  /** Edges to cells that it may not change, and to the border of the picture. */
  seam: number
  border: number
}

function nestedRegions(view: SeedView, steps: StepLengths, way: number): RegionCandidate[] {
  const { grid, open, seed } = view
  const side = Math.max(grid.width, grid.height)
  const limit = reach * side
  const distances = geodesicDistances(steps, seed, open, limit)
  const order = cellsByDistance(distances, limit)
  const depths = depthsOf(view, order)
  const inside = new Uint8Array(distances.length)
  const sums: Sums = {
    area: 0,
    similarity: 0,
    tint: 0,
    level: 0,
    leaning: 0,
    rim: 0,
    rimColor: 0,
    rimAlpha: 0,
    rimFeature: 0,
    rimSimilarity: 0,
    rimTint: 0,
    seam: 0,
    border: 0,
  }
  const candidates: RegionCandidate[] = []
  let best: { readonly size: number; readonly sums: Sums; readonly strength: number } | undefined
  let end = minArea
  for (let i = 0; i < order.length; i++) {
    addCell(view, inside, order[i], sums)
    const size = i + 1
    const strength = outlineStrength(sums)
    if (size >= minArea && (!best || strength >= best.strength)) best = { size, sums: { ...sums }, strength }
    if ((size < end || size < minArea) && size < order.length) continue
    if (best) {
      const depth = depths[best.size]
      const distance = distances[order[best.size - 1]]
      const traits = traitsOf(view, best.sums, { way, distance, depth, all: order.length })
      candidates.push({ order, size: best.size, traits })
    }
    best = undefined
    end = size * areaRatio
  }
  return candidates
}

/** The cells nearer than `limit`, nearest first. Numbers sort several times as fast without a comparing function. */
function cellsByDistance(distances: Float32Array, limit: number): Uint32Array {
  const keys = new Float64Array(distances.length)
  let count = 0
  for (let cell = 0; cell < distances.length; cell++) {
    if (distances[cell] < limit) keys[count++] = Math.floor(distances[cell] * 256) * distances.length + cell
  }
  return Uint32Array.from(keys.subarray(0, count).sort(), (key) => key % distances.length)
}

/** How far the click is from the nearest cell outside, for each number of cells of `order` that are inside. */
function depthsOf({ grid: { width, height }, seed }: SeedView, order: Uint32Array): Float32Array {
  const squares = (cell: number) =>
    ((cell % width) - (seed % width)) ** 2 + (Math.floor(cell / width) - Math.floor(seed / width)) ** 2
  const isReached = new Uint8Array(width * height)
  for (const cell of order) isReached[cell] = 1
  let nearest = width * width + height * height
  for (let cell = 0; cell < isReached.length; cell++) {
    if (!isReached[cell]) nearest = Math.min(nearest, squares(cell))
  }
  const depths = new Float32Array(order.length + 1)
  depths[order.length] = Math.sqrt(nearest)
  for (let i = order.length - 1; i >= 0; i--) {
    nearest = Math.min(nearest, squares(order[i]))
    depths[i] = Math.sqrt(nearest)
  }
  return depths
}

/** How much an outline runs along edges; the whole of what is open has no better outline than its own. */
const outlineStrength = ({ rim, rimColor, rimAlpha, rimFeature }: Sums): number =>
  (rimColor * 4 + rimAlpha * 2 + rimFeature) / (rim + 2) + 2 / (rim + 4)

function addCell(
  { grid, open, seed, similarity, tint }: SeedView,
  inside: Uint8Array,
  cell: number,
  sums: Sums,
): void {
  const { width, height, alpha, colors, featureEdges, leaning } = grid
  inside[cell] = 1
  sums.area++
  sums.similarity += similarity[cell]
  sums.tint += tint[cell]
  sums.level += Math.abs(alpha[cell] - alpha[seed])
  sums.leaning += leaning[cell]
  const x = cell % width
  const meet = (near: number, isThere: boolean) => {
    if (!isThere) {
      sums.border++
      return
    }
    if (!open[near]) {
      sums.seam++
      return
    }
    const change = inside[near] ? -1 : 1
    const outer = change === 1 ? near : cell
    sums.rim += change
    let color = 0
    for (const plane of colors) color += Math.abs(plane[cell] - plane[near])
    sums.rimColor += change * color
    sums.rimAlpha += change * Math.abs(alpha[cell] - alpha[near])
    sums.rimFeature += (change * (featureEdges[cell] + featureEdges[near])) / 2
    sums.rimSimilarity += change * similarity[outer]
    sums.rimTint += change * tint[outer]
  }
  meet(cell - 1, x > 0)
  meet(cell + 1, x < width - 1)
  meet(cell - width, cell >= width)
  meet(cell + width, cell < width * (height - 1))
}

/** How many traits a candidate has. */
export const candidateTraits = 23

function traitsOf(
  { grid, sign, seed }: SeedView,
  sums: Sums,
  { way, distance, depth, all }: { way: number; distance: number; depth: number; all: number },
): Float32Array {
  const cells = grid.width * grid.height
  const side = Math.max(grid.width, grid.height)
  const { area, rim } = sums
  const outline = rim + sums.seam + sums.border
  const perRim = (sum: number) => sum / (rim + 1)
  const perCell = (sum: number) => sum / area
  const size = Math.log(area / cells)
  return Float32Array.of(
    size / 3,
    (size * size) / 20,
    perRim(sums.rimColor) * 5,
    perRim(sums.rimAlpha) * 5,
    perRim(sums.rimFeature) * 2,
    rim / outline,
    sums.border / outline,
    Math.log((outline * outline) / area) - 3,
    perCell(sums.similarity),
    perRim(sums.rimSimilarity) - perCell(sums.similarity),
    perCell(sums.tint) * 3,
    perRim(sums.rimTint) * 3 - perCell(sums.tint) * 3,
    perCell(sums.level) * 3,
    sign * perCell(sums.leaning),
    Math.log(distance / side + 0.01),
    Math.log(area / all),
    1 - Math.abs(2 * grid.alpha[seed] - 1),
    Math.log((depth * depth) / area + 0.01),
    rim === 0 ? 1 : 0,
    ...[0, 1, 2, 3].map((other) => Number(other === way)),
  )
}
