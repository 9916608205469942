import type { Level } from '#contract/image-options.ts'
import type { OnProgress, Progress, Step } from '#contract/progress.ts'

/** Tells how far a request is, and learns how long its stages take. */
export interface ImageProgress {
  /** Carries out one stage's work; `ahead` is what comes after it. A stage that fails teaches nothing. */
  run<T>(
    stage: Exclude<Step, 'model'>,
    work: StageWork,
    ahead: readonly StageWork[],
    task: () => Promise<T>,
  ): Promise<T>
  /** Passes on what the matting reports while it fetches model files, or of its own progress (stage `cut`). */
  readonly onMatting: OnProgress
  /** The request is done. */
  finish(): void
}

/** How much of what is left a download of model files may fill: nobody knows how fast a line is. */
const modelShare = 0.7

export const createImageProgress = (
  speeds: StageSpeeds,
  onProgress: OnProgress,
  now: () => number = () => performance.now(),
): ImageProgress => {
  let told = 0
  let stage: Step = 'read'
  /** The current stage: from which ratio to which, and seconds: of its own, and of those after it. */
  let leg = { from: 0, share: 0, own: 0, rest: 0, known: false }
  /** Milliseconds spent on model files within the current stage, which are none of its own. */
  let modelMs = 0
  let model: { readonly from: number; readonly since: number } | undefined

  const tell = (progress: Omit<Progress, 'ratio'>, ratio: number) => {
    told = Math.max(told, Math.min(1, ratio))
    onProgress({ ...progress, ratio: told })
  }
  const tellLeg = (fraction: number) => {
    const secondsLeft = leg.own * (1 - fraction) + leg.rest
    tell({ step, ...(leg.known && { secondsLeft }) }, leg.from + (1 - leg.from) * leg.share * fraction)
  }
  /** What is left of the bar after a download belongs to the stages again. */
  const leaveModel = () => {
    if (!model) return
    modelMs += now() - model.since
    model = undefined
    leg = { ...leg, from: told }
  }

  return {
    run: async (nextStage, work, ahead, task) => {
      leaveModel()
      stage = nextStage
      const own = speeds.expect(work)
      const rest = ahead.reduce((sum, next) => sum + speeds.expect(next), 0)
      const known = [work, ...ahead].every((next) => speeds.knows(next.task))
      leg = { from: told, share: own / (own + rest), own, rest, known }
      modelMs = 0
      tellLeg(0)
      const start = now()
      const result = await task()
      leaveModel()
      speeds.learn(work, Math.max(0, now() - start - modelMs) / 1000)
      tellLeg(1)
      return result
    },
    onMatting: (progress) => {
      if (progress.step !== 'model') {
        leaveModel()
        if (progress.step === stage && progress.ratio !== null) tellLeg(progress.ratio)
        return
      }
      model ??= { from: told, since: now() }
      const { bytes } = progress
      const loaded = bytes && bytes.total > 0 ? bytes.loaded / bytes.total : 0
      tell(
        { step: 'model', ...(bytes && { bytes }) },
        model.from + (1 - model.from) * modelShare * Math.min(1, loaded),
      )
    },
    finish: () => tell({ step: 'save' }, 1),
  }
}

/** What takes time: `cut` by level, since that decides which networks run. */
type StageTask = 'read' | `cut ${Level}` | 'edges' | 'save'

/** One task of a request: `units` are megapixels, or 1 for a run of the network. */
export type StageWork = { readonly task: StageTask; readonly units: number }

/** How long tasks take on this device: a guess at first, then what earlier requests took. */
interface StageSpeeds {
  /** Seconds. */
  expect(work: StageWork): number
  /** Whether that is more than a guess. */
  knows(task: StageTask): boolean
  learn(work: StageWork, seconds: number): void
}

/** Seconds a unit on a laptop of two cores; only their proportions show, since guesses are never told. */
const guesses: Readonly<Record<StageTask, number>> = {
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
  const measured = new Map<StageTask, number>()
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
