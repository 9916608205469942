import type { Level } from '#contract/image-options.ts'

/** What takes time: `cut` by level, since that decides which networks run. */
export type Task = 'read' | `cut ${Level}` | 'edges' | 'save'

/** One task of a request: `units` are megapixels, or 1 for a run of the network. */
export type Work = { readonly task: Task; readonly units: number }

/** How long tasks take on this device: a guess at first, then what earlier requests took. */
export interface StageSpeeds {
  /** Seconds. */
  expect(work: Work): number
  /** Whether that is more than a guess. */
  knows(task: Task): boolean
  learn(work: Work, seconds: number): void
}

/** Seconds a unit on a laptop of two cores; only their proportions show, since guesses are never told. */
const guesses: Readonly<Record<Task, number>> = {
  read: 0.03,
  'cut fast': 1,
  'cut balanced': 2,
  'cut fine': 6,
  edges: 0.1,
  save: 0.1,
}

/** The weight of the latest request in the running mean: photos of one kind tend to come together. */
const freshness = 0.5

export const createStageSpeeds = (): StageSpeeds => {
  const measured = new Map<Task, number>()
  return {
    expect: ({ task, units }) => (measured.get(task) ?? guesses[task]) * units,
    knows: (task) => measured.has(task),
    learn: ({ task, units }, seconds) => {
      const speed = seconds / units
      const before = measured.get(task) ?? speed
      measured.set(task, before + (speed - before) * freshness)
    },
  }
}
