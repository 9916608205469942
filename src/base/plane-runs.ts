import type { Size } from './geometry.ts'

/**
 * A small plane of alpha as run lengths of equal values, row after row. A run is its length times 16 plus its value in
 * fifteenths.
 */
type PlaneRuns = Size & { readonly runs: readonly number[] }

const steps = 15
const perRun = steps + 1

/** Encodes values from 0 to 1, each rounded by at most 1/30. */
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

/** Decodes the values, from 0 to 1. */
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

/** Whether untrusted runs cover exactly a plane of this size. */
export function areRunsOf({ width, height }: Size, runs: unknown): runs is readonly number[] {
  if (!Array.isArray(runs)) return false
  let pixels = 0
  for (const run of runs) {
    if (!Number.isSafeInteger(run) || run < perRun) return false
    pixels += Math.floor(run / perRun)
  }
  return pixels === width * height
}
