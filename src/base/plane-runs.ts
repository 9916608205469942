import type { Size } from './geometry.ts'

/**
 * A small plane of alpha as plain data: runs of equal values from the first pixel on, row after row. A run is its
 * length times 16 plus its value in fifteenths.
 */
type PlaneRuns = Size & { readonly runs: readonly number[] }

const steps = 15
const perRun = steps + 1

/** The runs of a plane with values from 0 to 1, each at most 1/30 away from its own. */
export function toRuns({ width, height, data }: Size & { readonly data: ArrayLike<number> }): PlaneRuns {
  const levelAt = (at: number) => Math.round(Math.min(1, Math.max(0, data[at] ?? 0)) * steps)
  const runs: number[] = []
  for (let at = 0; at < data.length; ) {
    const start = at
    const level = levelAt(start)
    while (at < data.length && levelAt(at) === level) at++
    runs.push((at - start) * perRun + level)
  }
  return { width, height, runs }
}

/** The values from 0 to 1 of the pixels. */
export function fromRuns({ width, height, runs }: PlaneRuns): Float32Array {
  const data = new Float32Array(width * height)
  let at = 0
  for (const run of runs) {
    const end = at + Math.floor(run / perRun)
    data.fill((run % perRun) / steps, at, end)
    at = end
  }
  return data
}

/** Whether runs of any origin cover a plane of this size, no pixel more and none less. */
export function areRunsOf({ width, height }: Size, runs: unknown): runs is readonly number[] {
  if (!Array.isArray(runs)) return false
  let pixels = 0
  for (const run of runs) {
    if (!Number.isSafeInteger(run) || run < perRun) return false
    pixels += Math.floor(run / perRun)
  }
  return pixels === width * height
}
