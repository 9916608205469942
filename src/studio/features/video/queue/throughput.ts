/** Frames done of a running job over time, as the page received its reports. */
export type Throughput = {
  readonly done: number
  readonly total: number
  /** Recent reports, oldest first: when each arrived, in milliseconds, and the frames done by then. */
  readonly samples: readonly { readonly atMs: number; readonly done: number }[]
}

/** The speed is measured over this time. */
const windowMs = 12_000
/** The speed is unknown until this many frames are done. */
const minFrames = 5

/** The throughput after a report. Fewer frames than before mean that the job restarted. */
export const updateThroughput = (
  throughput: Throughput | null,
  { done, total }: { readonly done: number; readonly total: number },
  atMs: number,
): Throughput => {
  const sample = { atMs, done }
  if (!throughput || done < throughput.done) return { done, total, samples: [sample] }
  if (done === throughput.done) return { ...throughput, total }
  const recent = throughput.samples.filter(
    (old, at) => old.atMs > atMs - windowMs || at >= throughput.samples.length - 2,
  )
  return { done, total, samples: [...recent, sample] }
}

/** Frames a second; null before five frames were done. */
export const framesPerSecond = ({ samples }: Throughput): number | null => {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.done - first.done < minFrames || last.atMs <= first.atMs) return null
  return (last.done - first.done) / ((last.atMs - first.atMs) / 1000)
}

/** Seconds left; null while the speed is unknown. */
export const secondsLeft = (throughput: Throughput): number | null => {
  const speed = framesPerSecond(throughput)
  return speed === null ? null : Math.max(0, (throughput.total - throughput.done) / speed)
}
