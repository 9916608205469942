import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { resizeAlpha } from '#engine/resample/resize.ts'
import type { BrushDisc } from './stroke-path.ts'

/** A brush of larger radius, in pixels, is drawn at a coarser scale. */
const maxLevelRadius = 64

/**
 * Coverage of each pixel of `box` by the brush, 0 to 255: full within `hardness` of the radius, falling to the radius,
 * 0 half a pixel beyond. Where a stroke crosses itself, the larger coverage counts. A large brush is drawn at a coarser
 * scale and enlarged, so that the work depends on length over radius. `size` is by default the box's.
 */
export function brushCoverage(
  discs: readonly BrushDisc[],
  hardness: number,
  box: Box,
  size: Size = box,
): AlphaMask8 {
  const largest = discs.reduce((most, { radius }) => Math.max(most, radius), 0)
  const level = 2 ** Math.max(0, Math.ceil(Math.log2((largest * size.width) / box.width / maxLevelRadius)))
  const width = Math.ceil(size.width / level)
  const height = Math.ceil(size.height / level)
  const across = box.width / width
  const down = box.height / height
  const coverage = { width, height, data: new Uint8ClampedArray(width * height) }
  const scale = Math.min(1 / across, 1 / down)
  const onLevel = discs.map(({ x, y, radius }) => ({
    x: (x - box.x) / across,
    y: (y - box.y) / down,
    radius: radius * scale,
  }))
  for (const [i, disc] of onLevel.entries()) {
    if (i > 0 || onLevel.length === 1) coverSegment(coverage, onLevel[Math.max(0, i - 1)], disc, hardness)
  }
  return level === 1 ? coverage : resizeAlpha(coverage, { width: size.width, height: size.height })
}

/** Covers the path between two discs, whose radius is interpolated. */
function coverSegment(coverage: AlphaMask8, from: BrushDisc, to: BrushDisc, hardness: number): void {
  const { width, data } = coverage
  const dx = to.x - from.x
  const dy = to.y - from.y
  const squared = dx * dx + dy * dy
  const unit = squared === 0 ? 0 : 1 / squared
  const { left, top, right, bottom } = reachOf(coverage, from, to)
  for (let y = top; y < bottom; y++) {
    const offsetY = y + 0.5 - from.y
    for (let x = left; x < right; x++) {
      const offsetX = x + 0.5 - from.x
      const share = Math.min(1, Math.max(0, (offsetX * dx + offsetY * dy) * unit))
      const radius = from.radius + (to.radius - from.radius) * share
      const ex = offsetX - dx * share
      const ey = offsetY - dy * share
      const outer = radius + 0.5
      const distance = ex * ex + ey * ey
      if (distance >= outer * outer) continue
      const inner = Math.max(0, Math.min(radius - 0.5, radius * hardness))
      const covered = Math.min(1, (outer - Math.sqrt(distance)) / (outer - inner))
      const value = Math.round(255 * covered * covered * (3 - 2 * covered))
      const at = y * width + x
      if (value > data[at]) data[at] = value
    }
  }
}

const reachOf = ({ width, height }: Size, from: BrushDisc, to: BrushDisc) => {
  const radius = Math.max(from.radius, to.radius) + 0.5
  return {
    left: Math.max(0, Math.floor(Math.min(from.x, to.x) - radius)),
    top: Math.max(0, Math.floor(Math.min(from.y, to.y) - radius)),
    right: Math.min(width, Math.ceil(Math.max(from.x, to.x) + radius)),
    bottom: Math.min(height, Math.ceil(Math.max(from.y, to.y) + radius)),
  }
}
