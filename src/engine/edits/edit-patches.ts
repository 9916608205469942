import { type Size, wholeBox } from '#base/geometry.ts'
import type { LassoEdit, StrokeEdit } from '#contract/image-edits.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { type AlphaPatch, applyCoverage, copyPatch, pixelBox } from './alpha-patch.ts'
import { brushCoverage } from './brush-coverage.ts'
import { colorAffinity } from './color-affinity.ts'
import { polygonCoverage } from './polygon-coverage.ts'
import { refineTrack } from './refine-track.ts'
import { strokePieces } from './stroke-path.ts'

/** Most pixels of a lasso that are filled at once. */
const bandPixels = 1 << 20

/**
 * What an edit changes, patch by patch, in the order in which the patches are to be applied: the caller swaps each
 * into `alpha` before it asks for the next one, and may stop between two. `alpha` has the size of `picture`; neither is
 * changed here. No pixel outside of the stroke or polygon, with half a pixel around it, is in a patch with another
 * value than it has.
 */
export function* editPatches(
  picture: Raster,
  alpha: AlphaMask8,
  edit: StrokeEdit | LassoEdit,
): Generator<AlphaPatch> {
  if (edit.kind === 'lasso') yield* lassoPatches(alpha, edit)
  else yield* strokePatches(picture, alpha, edit)
}

function* strokePatches(picture: Raster, alpha: AlphaMask8, stroke: StrokeEdit): Generator<AlphaPatch> {
  const pieces = strokePieces(stroke, alpha)
  const discs = pieces.flatMap((piece) => piece.discs)
  for (const { discs: own, box } of pieces) {
    if (stroke.mode === 'refine') {
      const refined = refineTrack(picture, alpha, discs, stroke.hardness, box)
      if (refined) yield refined
      continue
    }
    const coverage = brushCoverage(own, stroke.hardness, box).data
    const affinity = stroke.snap ? colorAffinity(picture, alpha, discs, stroke.mode, box) : null
    if (affinity) for (let i = 0; i < coverage.length; i++) coverage[i] *= affinity[i] / 255
    const patch = copyPatch(alpha, box)
    if (applyCoverage(patch, coverage, stroke.mode)) yield patch
  }
}

function* lassoPatches(alpha: AlphaMask8, { mode, points }: LassoEdit): Generator<AlphaPatch> {
  for (const band of bandsOf(alpha, points)) {
    const patch = copyPatch(alpha, band)
    if (applyCoverage(patch, polygonCoverage(points, band), mode)) yield patch
  }
}

/** The polygon's bounding box within the picture, in bands of whole rows. */
function bandsOf(size: Size, points: LassoEdit['points']) {
  const { width, height } = wholeBox(size)
  const xs = points.map(([x]) => Math.min(width, Math.max(0, x)))
  const ys = points.map(([, y]) => Math.min(height, Math.max(0, y)))
  const box = pixelBox(least(xs), least(ys), most(xs), most(ys), size)
  if (!box) return []
  const rows = Math.max(1, Math.floor(bandPixels / box.width))
  return Array.from({ length: Math.ceil(box.height / rows) }, (_, i) => ({
    ...box,
    y: box.y + i * rows,
    height: Math.min(rows, box.height - i * rows),
  }))
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
