import type { StrokeEdit } from '#contract/image-edits.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { brushCoverage } from '#engine/edits/brush-coverage.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import { strokePieces } from '#engine/edits/stroke-path.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { listPairs, type Pair, readPair, samplesAreThere, truthOf } from '../quality/pairs.ts'
import { traceEdge } from './trace-edge.ts'

/**
 * Prints what 20 strokes that follow edges leave of absolute error under the brush, and which part of their inner half
 * they miss, beside strokes that follow none. Each is drawn on another photo with a true matte, along the longest edge
 * of the subject and half a radius inside of what is meant, where all under the brush is wrong before.
 */
const strokes = 20
const radiusShare = 0.04
const maxPoints = 40

type Row = { readonly error: number; readonly plain: number; readonly holes: number }

function rowOf({ photo, truth, unknown }: Pair, mode: 'keep' | 'remove'): Row | null {
  const radius = Math.max(6, radiusShare * Math.min(photo.width, photo.height))
  const longest = traceEdge(truth).sort((a, b) => b.length - a.length)[0]
  if (!longest) return null
  const at = (x: number, y: number) => truth.data[Math.round(y) * truth.width + Math.round(x)] ?? 0
  const meant = mode === 'keep' ? 1 : -1
  const points = longest.slice(0, maxPoints).flatMap(([x, y]) => {
    const slope = (dx: number, dy: number) => at(x + dx * radius, y + dy * radius)
    const [dx, dy] = [slope(1, 0) - slope(-1, 0), slope(0, 1) - slope(0, -1)]
    const length = Math.hypot(dx, dy)
    if (length === 0) return []
    const step = (meant * radius) / 2 / length
    return [[x + dx * step, y + dy * step, 1] as const]
  })
  if (points.length < 4) return null
  const stroke: StrokeEdit = { kind: 'stroke', mode, radius, hardness: 0.8, snap: true, points }
  const drawn = (snap: boolean) => {
    const data = Uint8ClampedArray.from(truth.data, (value) => 255 * value)
    const alpha: AlphaMask8 = { width: truth.width, height: truth.height, data }
    const [under, core] = [markOf(alpha, stroke, 1), markOf(alpha, stroke, 0.5)]
    for (let i = 0; i < under.length; i++) if (under[i]) data[i] = mode === 'keep' ? 0 : 255
    for (const patch of editPatches(photo, alpha, { ...stroke, snap })) if (patch) swapPatch(alpha, patch)
    let [error, pixels, missed, inner] = [0, 0, 0, 0]
    for (let i = 0; i < data.length; i++) {
      if (core[i]) inner++
      if (core[i] && (mode === 'keep' ? (data[i] ?? 0) < 250 : (data[i] ?? 0) > 5)) missed++
      if (!under[i] || unknown[i]) continue
      error += Math.abs((data[i] ?? 0) / 255 - (truth.data[i] ?? 0))
      pixels++
    }
    return { error: error / Math.max(1, pixels), holes: missed / Math.max(1, inner) }
  }
  const followed = drawn(true)
  return { ...followed, plain: drawn(false).error }
}

/** 1 where the brush, with this share of its radius, covers a pixel wholly. */
function markOf(alpha: AlphaMask8, stroke: StrokeEdit, share: number): Uint8Array {
  const mark = new Uint8Array(alpha.data.length)
  for (const { discs, box } of strokePieces(stroke, alpha)) {
    const inner = discs.map((disc) => ({ ...disc, radius: disc.radius * share }))
    for (const [i, covered] of brushCoverage(inner, 1, box).data.entries()) {
      const x = box.x + (i % box.width)
      if (covered === 255) mark[(box.y + Math.floor(i / box.width)) * alpha.width + x] = 1
    }
  }
  return mark
}

if (!samplesAreThere) throw new Error('No samples with true mattes.')
const kinds = new Map<string, number>()
const rows: Row[] = []
console.log('| photo | mode | error | error of a plain brush | missed in the inner half |')
console.log('| --- | --- | ---: | ---: | ---: |')
for (const entry of listPairs()) {
  const count = kinds.get(entry.kind) ?? 0
  if (rows.length === strokes || truthOf(entry.kind) === 'model output' || count > 1) continue
  const mode = rows.length % 2 === 0 ? 'keep' : 'remove'
  const row = rowOf(await readPair(entry), mode)
  if (!row) continue
  kinds.set(entry.kind, count + 1)
  rows.push(row)
  console.log(
    `| ${entry.file.slice(entry.file.indexOf('/') + 1)} | ${mode} | ${row.error.toFixed(3)} | ${row.plain.toFixed(3)} | ${(100 * row.holes).toFixed(1)} % |`,
  )
}
const mean = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
console.log(
  `| mean of ${rows.length} | | ${mean(({ error }) => error).toFixed(4)} | ${mean(({ plain }) => plain).toFixed(4)} | ${(100 * mean(({ holes }) => holes)).toFixed(2)} % |`,
)
