import type { Box, Size } from '#base/geometry.ts'
import { followedCore } from '#contract/image-edits.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { alphaIn, fitAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { copyPatch, growBox } from './alpha-patch.ts'
import { brushCoverage } from './brush-coverage.ts'
import { clusterColors, squaredDistance } from './color-clusters.ts'
import type { BrushDisc } from './stroke-path.ts'

/** Core of the brush whose colours are selected, as a share of its radius. */
const colorShare = 0.3
/** Largest radius in pixels of the small copy. */
const levelRadius = 24
/** Width of the surroundings considered, in radii. */
const contextRadii = 0.75
/** Number of main colours inside and outside. */
const clusters = 5
/** Squared distance from the core's colours, in standard deviations, within which a colour is the same. */
const sameColor = 9

/**
 * For each pixel of parts of `box`, its affinity to what lies under the centre of the brush, 0 to 255 (quick
 * selection). The centre's main colours are compared with those around the brush that the mode leaves alone (background
 * for `keep`, subject for `remove`); similar connected pixels belong. A guided filter aligns the border with edges. If
 * the surroundings have no distinct colour, everything within the radius belongs. The inner half always belongs: on fur
 * and cloth the centre also has the surroundings' colours, and a stroke must have no holes.
 */
export function colorAffinity(
  picture: Raster,
  alpha: AlphaMask8,
  discs: readonly BrushDisc[],
  mode: 'keep' | 'remove',
  box: Box,
): ((part: Box) => Uint8ClampedArray) | null {
  const radius = discs.reduce((most, disc) => Math.max(most, disc.radius), 0)
  const window = growBox(box, Math.ceil(4 + radius * contextRadii), picture)
  const scale = Math.min(1, levelRadius / radius)
  const size = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  }
  const guide = resizeRaster(cropRaster(picture, window), size)
  const before = resizeAlpha(alpha, size, window).data
  const brush = brushCoverage(discs, 1, window, size).data
  const middle = discs.map((disc) => ({ ...disc, radius: Math.max(0.75 / scale, disc.radius * colorShare) }))
  const core = brushCoverage(middle, 1, window, size).data
  const inside = clusterColors(
    guide,
    indicesOf(core, (value) => value > 127),
    clusters,
  )
  if (inside.count === 0) return null
  const others: number[] = []
  for (let i = 0; i < brush.length; i++) {
    const isOther = mode === 'keep' ? before[i] < 128 : before[i] >= 128
    if (brush[i] === 0 && isOther && squaredDistance(inside, guide.data, i * 4) > sameColor) others.push(i)
  }
  const outside = clusterColors(guide, others, clusters)
  if (outside.count === 0) return null
  const belongs = new Float32Array(brush.length)
  for (let i = 0; i < belongs.length; i++) {
    const apart = squaredDistance(outside, guide.data, i * 4) - squaredDistance(inside, guide.data, i * 4)
    belongs[i] = core[i] > 127 ? 1 : 1 / (1 + Math.exp(-apart / 2))
  }
  keepJoined(belongs, core, size)
  const fitted = fitAlpha(guide, { ...size, data: belongs })
  const inner = discs.map((disc) => ({ ...disc, radius: disc.radius * followedCore }))
  const whole = brushCoverage(inner, 1, box)
  return (part) => {
    const { data } = alphaIn(picture, fitted, window, part)
    const core = copyPatch(whole, { ...part, x: part.x - box.x, y: part.y - box.y }).data
    for (let i = 0; i < data.length; i++) data[i] = Math.max(data[i], core[i])
    return data
  }
}

const indicesOf = (plane: Uint8ClampedArray, isMeant: (value: number) => boolean): number[] => {
  const indices: number[] = []
  for (let i = 0; i < plane.length; i++) if (isMeant(plane[i])) indices.push(i)
  return indices
}

/** Clears pixels not connected to the core through pixels of at least half affinity; their neighbours stay. */
function keepJoined(belongs: Float32Array, core: Uint8ClampedArray, { width, height }: Size): void {
  const isJoined = new Uint8Array(belongs.length)
  const front = indicesOf(core, (value) => value > 127)
  for (const i of front) isJoined[i] = 1
  for (let next = front.pop(); next !== undefined; next = front.pop()) {
    if (belongs[next] < 0.5) continue
    const x = next % width
    const y = (next - x) / width
    for (const [u, v] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const) {
      const at = v * width + u
      if (u < 0 || v < 0 || u >= width || v >= height || isJoined[at] === 1) continue
      isJoined[at] = 1
      front.push(at)
    }
  }
  for (let i = 0; i < belongs.length; i++) if (isJoined[i] === 0) belongs[i] = 0
}
