/** Steps that were written in runs, and the number of the first step of each. */
export type WrittenSteps = { readonly steps: readonly unknown[]; readonly runs: readonly number[] }

/** What differs between the steps that are stored and those that are wanted. */
export type StepChange = {
  readonly written: WrittenSteps
  /** The first of the runs that are no longer true; null where all are. */
  readonly dropFrom: number | null
  /** The runs to write, by the number of their first step. */
  readonly add: readonly { readonly first: number; readonly steps: readonly unknown[] }[]
}

/**
 * What to write so that `steps` are stored where `before` is: only what follows the steps that are the same objects. A run
 * that is the same up to its middle is written again in two, so that the next such change finds its end.
 */
export function changeSteps(before: WrittenSteps, steps: readonly unknown[]): StepChange {
  const same = sharedLength(before.steps, steps)
  const isContinued = same === before.steps.length
  const wholeRuns = isContinued ? before.runs.length : before.runs.findLastIndex((first) => first <= same)
  const from = isContinued ? same : (before.runs[wholeRuns] ?? 0)
  const starts = [...new Set([from, same])].filter((first) => first < steps.length)
  return {
    written: { steps, runs: [...before.runs.slice(0, wholeRuns), ...starts] },
    dropFrom: isContinued ? null : from,
    add: starts.map((first, i) => ({ first, steps: steps.slice(first, starts[i + 1]) })),
  }
}

const sharedLength = (one: readonly unknown[], other: readonly unknown[]): number => {
  const length = Math.min(one.length, other.length)
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return i
  return length
}
