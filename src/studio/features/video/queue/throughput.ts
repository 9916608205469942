/** How a running job gets on, as seen from the page. */
export type Throughput = {
  readonly done: number
  readonly total: number
  /** Reports of the last moments, oldest first: when they came in milliseconds, and the frames done then. */
  readonly samples: readonly { readonly atMs: number; readonly done: number }[]
}

/** Speed is what was done in this time. */
const windowMs = 12_000
/** Before this many frames nothing is said of speed. */
const minFrames = 5

/** The run after a report. Fewer frames than before mean that it began anew. */
export const updateThroughput = (
  run: Throughput | null,
  { done, total }: { readonly done: number; readonly total: number },
  atMs: number,
): Throughput => {
  const mark = { atMs, done }
  if (!run || done < run.done) return { done, total, samples: [mark] }
  if (done === run.done) return { ...run, total }
  const recent = run.samples.filter((old, at) => old.atMs > atMs - windowMs || at >= run.samples.length - 2)
  return { done, total, samples: [...recent, mark] }
}

/** Frames a second; null until five frames went by. */
export const framesPerSecond = ({ samples }: Throughput): number | null => {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.done - first.done < minFrames || last.atMs <= first.atMs) return null
  return (last.done - first.done) / ((last.atMs - first.atMs) / 1000)
}

/** Seconds to go; null until that can be said. */
export const secondsLeft = (run: Throughput): number | null => {
  const speed = framesPerSecond(run)
  return speed === null ? null : Math.max(0, (run.total - run.done) / speed)
}
