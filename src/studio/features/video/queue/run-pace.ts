/** How a running job gets on, as seen from the page. */
export type Run = {
  readonly done: number
  readonly total: number
  /** Reports of the last moments, oldest first: when they came in milliseconds, and the frames done then. */
  readonly marks: readonly { readonly atMs: number; readonly done: number }[]
}

/** Speed is what was done in this time. */
const windowMs = 12_000
/** Before this many frames nothing is said of speed. */
const leastFrames = 5

/** The run after a report. Fewer frames than before mean that it began anew. */
export const runAfter = (
  run: Run | null,
  { done, total }: { readonly done: number; readonly total: number },
  atMs: number,
): Run => {
  const mark = { atMs, done }
  if (!run || done < run.done) return { done, total, marks: [mark] }
  if (done === run.done) return { ...run, total }
  const recent = run.marks.filter((old, at) => old.atMs > atMs - windowMs || at >= run.marks.length - 2)
  return { done, total, marks: [...recent, mark] }
}

/** Frames a second; null until five frames went by. */
export const framesPerSecond = ({ marks }: Run): number | null => {
  const [first] = marks
  const last = marks.at(-1)
  if (!first || !last || last.done - first.done < leastFrames || last.atMs <= first.atMs) return null
  return (last.done - first.done) / ((last.atMs - first.atMs) / 1000)
}

/** Seconds to go; null until that can be said. */
export const secondsLeft = (run: Run): number | null => {
  const speed = framesPerSecond(run)
  return speed === null ? null : Math.max(0, (run.total - run.done) / speed)
}
