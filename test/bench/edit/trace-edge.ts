import type { StrokePoint } from '#contract/image-edits.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'

/** A gap of an outline that a stroke still crosses, in pixels. */
const gap = 3
/** Every how many pixels of the outline a stroke has a point. */
const spacing = 6
/** Shorter parts of the outline are left out. */
const minLength = 25

/** Strokes along the outline of a true matte, where alpha passes one half, as a careful hand would draw them. */
export function traceEdge({ width, height, data }: AlphaMaskF32): StrokePoint[][] {
  const isSubject = (at: number) => (data[at] ?? 0) >= 0.5
  const left = new Set<number>()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      if (isSubject(at) !== isSubject(at + 1) || isSubject(at) !== isSubject(at + width)) left.add(at)
    }
  }
  const nearestTo = (at: number): number | undefined => {
    let best: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (let dy = -gap; dy <= gap; dy++) {
      for (let dx = -gap; dx <= gap; dx++) {
        const next = at + dy * width + dx
        if (!left.has(next) || dx * dx + dy * dy >= least) continue
        least = dx * dx + dy * dy
        best = next
      }
    }
    return best
  }
  const strokes: StrokePoint[][] = []
  for (const first of left) {
    const path: number[] = []
    for (let at: number | undefined = first; at !== undefined; at = nearestTo(at)) {
      left.delete(at)
      path.push(at)
    }
    if (path.length < minLength) continue
    const points = path.filter((_, i) => i % spacing === 0)
    strokes.push(points.map((at) => [(at % width) + 0.5, Math.floor(at / width) + 0.5, 1]))
  }
  return strokes
}
