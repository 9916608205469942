import type { ClickGrid } from './click-grid.ts'

/** Segments as seen from a click, for growing and judging regions. */
export type SeedView = {
  readonly grid: ClickGrid
  readonly openCells: Uint8Array
  /** The following arrays have a number per segment: whether it may be changed, */
  readonly passable: Uint8Array
  readonly seed: number
  /** the number of its changeable cells, */
  readonly areas: Float32Array
  readonly alphas: Float32Array
  /** similarity to the seed, -1 to 1, and colour distance, 0 to 1.7, */
  readonly similarities: Float32Array
  /** similarity to clicks of this mode minus that to opposite ones, */
  readonly attractions: Float32Array
  readonly tints: Float32Array
  /** likelihood that the click means it, 0 to 1, */
  readonly likelihoods: Float32Array
  /** and the share that earlier clicks decided; null without them. */
  readonly decided: Float32Array | null
  /** 1 if the click adds to the subject, -1 if it removes. */
  readonly sign: number
}

/** Sums over a growing region's cells, and over its edges to open segments outside. */
export type RegionSums = {
  area: number
  similarity: number
  attraction: number
  tint: number
  level: number
  leaning: number
  decided: number
  likelihood: number
  /** Number of sides towards open segments; sums of their colour, alpha and feature edges, and outer similarity. */
  rim: number
  rimColor: number
  rimAlpha: number
  rimFeature: number
  rimSimilarity: number
  rimAttraction: number
  rimTint: number
  rimLikelihood: number
  /** Number of sides towards segments that must not change, and on the picture's border. */
  seam: number
  border: number
}

export const noSums = (): RegionSums => ({
  area: 0,
  similarity: 0,
  attraction: 0,
  tint: 0,
  level: 0,
  leaning: 0,
  decided: 0,
  likelihood: 0,
  rim: 0,
  rimColor: 0,
  rimAlpha: 0,
  rimFeature: 0,
  rimSimilarity: 0,
  rimAttraction: 0,
  rimTint: 0,
  rimLikelihood: 0,
  seam: 0,
  border: 0,
})

/** How much a region's outline follows edges. */
export const outlineStrength = ({ rim, rimColor, rimAlpha, rimFeature }: RegionSums): number =>
  (rimColor * 4 + rimAlpha * 2 + rimFeature) / (rim + 2) + 2 / (rim + 4)

/** Adds a segment to a region; `inside` is 1 for its segments. */
export function addSegment(view: SeedView, inside: Uint8Array, segment: number, sums: RegionSums): void {
  const { grid, passable, areas, alphas, similarities, attractions, tints, likelihoods, decided, seed } = view
  const { graph, leaning } = grid
  const area = areas[segment]
  inside[segment] = 1
  sums.area += area
  sums.similarity += area * similarities[segment]
  sums.attraction += area * attractions[segment]
  sums.tint += area * tints[segment]
  sums.level += area * Math.abs(alphas[segment] - alphas[seed])
  sums.leaning += area * leaning[segment]
  sums.decided += area * (decided?.[segment] ?? 0)
  sums.likelihood += area * likelihoods[segment]
  sums.border += graph.borders[segment]
  for (const number of graph.edgesOf[segment]) {
    const { one, other, length, color, feature } = graph.edges[number]
    const near = one === segment ? other : one
    if (!passable[near]) {
      sums.seam += length
      continue
    }
    const sides = inside[near] ? -length : length
    const outer = inside[near] ? segment : near
    sums.rim += sides
    sums.rimColor += sides * color
    sums.rimAlpha += sides * Math.abs(alphas[segment] - alphas[near])
    sums.rimFeature += sides * feature
    sums.rimSimilarity += sides * similarities[outer]
    sums.rimAttraction += sides * attractions[outer]
    sums.rimTint += sides * tints[outer]
    sums.rimLikelihood += sides * likelihoods[outer]
  }
}

/** The traits of a region, from its sums. */
export function traitsOf(
  { grid, sign, seed, alphas }: SeedView,
  sums: RegionSums,
  {
    way,
    distance,
    depth,
    all,
    expected,
  }: { way: number; distance: number; depth: number; all: number; expected: number },
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
    1 - Math.abs(2 * alphas[seed] - 1),
    Math.log((depth * depth) / area + 0.01),
    rim === 0 ? 1 : 0,
    perCell(sums.decided),
    perCell(sums.attraction),
    perRim(sums.rimAttraction) - perCell(sums.attraction),
    perCell(sums.likelihood) * 2,
    perRim(sums.rimLikelihood) * 2 - perCell(sums.likelihood) * 2,
    Math.log(sums.likelihood / expected + 0.01),
    ...[0, 1, 2, 3, 4].map((other) => Number(other === way)),
  )
}
