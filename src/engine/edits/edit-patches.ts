import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import type { AlternativeEdit, LassoEdit, StrokeEdit } from '#contract/image-edits.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { type AlphaPatch, applyCoverage, copyPatch, pixelBox } from './alpha-patch.ts'
import { alternativePatches } from './alternative-patches.ts'
import { brushCoverage } from './brush-coverage.ts'
import { colorAffinity } from './color-affinity.ts'
import { polygonCoverage } from './polygon-coverage.ts'
import { refineTrack } from './refine-track.ts'
import { type BrushDisc, type StrokePiece, strokePieces } from './stroke-path.ts'

/** Pixels of a lasso filled at once, and crossings of its sides. */
const bandPixels = 1 << 20
const bandCrossings = 1 << 18
/** Pixels of a stroke changed at once. */
const partPixels = 1 << 20
/** Discs of a stroke considered for colours and track; of a longer stroke, those around the piece. */
const contextDiscs = 384

/**
 * The changes of an edit as patches, in order: the caller swaps each into `alpha` before requesting the next, and may
 * stop in between. Yields null when a part of the work changed nothing, so that the caller regains control. `alpha` has
 * the size of `picture`; neither is changed here. Pixels outside the stroke or polygon plus half a pixel keep their
 * values.
 */
export function* editPatches(
  picture: Raster,
  alpha: AlphaMask8,
  edit: StrokeEdit | LassoEdit | AlternativeEdit,
): Generator<AlphaPatch | null> {
  if (edit.kind === 'lasso') yield* lassoPatches(alpha, edit)
  else if (edit.kind === 'alternative') yield* alternativePatches(picture, alpha, edit)
  else yield* strokePatches(picture, alpha, edit)
}

function* strokePatches(
  picture: Raster,
  alpha: AlphaMask8,
  stroke: StrokeEdit,
): Generator<AlphaPatch | null> {
  for (const { discs: own, box, around: discs } of withContext(strokePieces(stroke, alpha))) {
    const parts = partsOf(box)
    if (stroke.mode === 'refine') {
      const refined = refineTrack(picture, alpha, discs, stroke.hardness, box)
      // The preparation of large brushes is a turn of its own.
      if (!refined || parts.length > 1) yield null
      if (refined) for (const part of parts) yield refined(part)
      continue
    }
    const { mode } = stroke
    const affinity = stroke.snap ? colorAffinity(picture, alpha, discs, mode, box) : null
    if (affinity && parts.length > 1) yield null
    const coverage = brushCoverage(own, stroke.hardness, box)
    for (const part of parts) {
      const covered = coverage.data.subarray(
        (part.y - box.y) * box.width,
        (part.y - box.y + part.height) * box.width,
      )
      const share = affinity?.(part)
      if (share) for (let i = 0; i < covered.length; i++) covered[i] *= share[i] / 255
      const patch = copyPatch(alpha, part)
      yield applyCoverage(patch, covered, mode) ? patch : null
    }
  }
}

/** Splits a box into bands of rows, each within the work of one turn. */
const partsOf = (box: Box): readonly Box[] => {
  const rows = Math.max(1, Math.floor(partPixels / box.width))
  return Array.from({ length: Math.ceil(box.height / rows) }, (_, i) => ({
    ...box,
    y: box.y + i * rows,
    height: Math.min(rows, box.height - i * rows),
  }))
}

/** Each piece with the surrounding discs of the stroke, including its own. */
function* withContext(
  pieces: Iterable<StrokePiece>,
): Generator<StrokePiece & { readonly around: readonly BrushDisc[] }> {
  /** The stroke's discs from index `from`, and the coming pieces with the index of their first disc. */
  let discs: BrushDisc[] = []
  let from = 0
  const waiting: { readonly piece: StrokePiece; readonly first: number }[] = []
  function* take(isLast: boolean) {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { piece, first } = next
      const margin = Math.floor(Math.max(0, contextDiscs - piece.discs.length) / 2)
      const end = first + piece.discs.length + margin
      if (!isLast && from + discs.length < Math.max(end, contextDiscs + 1)) return
      waiting.shift()
      const isShort = from + discs.length <= contextDiscs
      yield {
        ...piece,
        around: isShort ? discs : discs.slice(Math.max(0, first - margin - from), end - from),
      }
      const past = Math.max(0, first - contextDiscs - from)
      discs = discs.slice(past)
      from += past
    }
  }
  for (const piece of pieces) {
    waiting.push({ piece, first: from + discs.length })
    discs = [...discs, ...piece.discs]
    yield* take(false)
  }
  yield* take(true)
}

function* lassoPatches(alpha: AlphaMask8, { mode, points }: LassoEdit): Generator<AlphaPatch | null> {
  for (const band of bandsOf(alpha, points)) {
    const patch = copyPatch(alpha, band)
    yield applyCoverage(patch, polygonCoverage(points, band), mode) ? patch : null
  }
}

/** The polygon's bounding box within the picture, in bands of rows. */
function bandsOf(size: Size, points: LassoEdit['points']) {
  const { width, height } = wholeBox(size)
  const xs = points.map(([x]) => Math.min(width, Math.max(0, x)))
  const ys = points.map(([, y]) => Math.min(height, Math.max(0, y)))
  const box = pixelBox(least(xs), least(ys), most(xs), most(ys), size)
  if (!box) return []
  const crossings = crossingsPerRow(points, box)
  const rows = Math.max(
    1,
    Math.floor(Math.min(bandPixels / box.width, bandCrossings / Math.max(1, crossings))),
  )
  return Array.from({ length: Math.ceil(box.height / rows) }, (_, i) => ({
    ...box,
    y: box.y + i * rows,
    height: Math.min(rows, box.height - i * rows),
  }))
}

/** Average number of polygon sides that cross a row of the box. */
const crossingsPerRow = (points: LassoEdit['points'], { y, height }: Box): number => {
  const within = (at: number) => Math.min(y + height, Math.max(y, at))
  let rows = 0
  for (const [i, [, to]] of points.entries())
    rows += Math.abs(within(to) - within((points.at(i - 1) ?? [0, to])[1]))
  return rows / height
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
