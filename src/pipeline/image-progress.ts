import type { Size } from '#base/geometry.ts'
import { createSpeed } from '#base/speed.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import type { OnProgress, Progress, Step } from '#contract/progress.ts'
import type { FileFormat } from '#contract/result-file.ts'
import { sizePresets } from '#contract/size-presets.ts'

/** Reports the progress of a request, and learns the durations of its steps on this device. */
export interface ImageProgress {
  /** Runs one step, followed by the work `ahead`. A failed step is not learnt from. */
  run<T>(
    step: Exclude<Step, 'model'>,
    work: StepWork,
    ahead: readonly StepWork[],
    task: () => Promise<T>,
  ): Promise<T>
  /** Reports the finished share of the current step. */
  readonly onRatio: (ratio: number) => void
  /** Receives reports of matting: downloads (step `model`) and its progress (`cut`). */
  readonly onMatting: OnProgress
  /** Reports the end of the request. */
  finish(): void
}

/** Share of the remaining bar for a download, whose speed is unknown. */
const modelShare = 0.7

export const createImageProgress = (
  speeds: StepSpeeds,
  onProgress: OnProgress,
  now: () => number = () => performance.now(),
): ImageProgress => {
  let reported = 0
  let step: Step = 'read'
  /** The current step: the ratio at its start, its share of the rest of the bar, its seconds and those after it. */
  let current = { from: 0, share: 0, own: 0, rest: 0, known: false }
  /** Milliseconds of downloads in the current step, not counted as its own. */
  let modelMs = 0
  let model: { readonly from: number; readonly since: number } | undefined

  const report = (progress: Omit<Progress, 'ratio'>, ratio: number) => {
    reported = Math.max(reported, Math.min(1, ratio))
    onProgress({ ...progress, ratio: reported })
  }
  const reportCurrent = (fraction: number) => {
    const { from, share, own, rest, known } = current
    const secondsLeft = own * (1 - fraction) + rest
    report({ step, ...(known && { secondsLeft }) }, from + (1 - from) * share * fraction)
  }
  /** After a download, the current step continues from the present ratio. */
  const leaveModel = () => {
    if (!model) return
    modelMs += now() - model.since
    model = undefined
    current = { ...current, from: reported }
  }

  return {
    run: async (nextStep, work, ahead, task) => {
      leaveModel()
      step = nextStep
      const own = speeds.expect(work)
      const rest = ahead.reduce((sum, next) => sum + speeds.expect(next), 0)
      const known = [work, ...ahead].every((next) => speeds.knows(next.task))
      current = { from: reported, share: own / (own + rest), own, rest, known }
      modelMs = 0
      reportCurrent(0)
      const start = now()
      const result = await task()
      leaveModel()
      speeds.learn(work, Math.max(0, now() - start - modelMs) / 1000)
      reportCurrent(1)
      return result
    },
    onRatio: reportCurrent,
    onMatting: (progress) => {
      if (progress.step !== 'model') {
        leaveModel()
        if (progress.step === step && progress.ratio !== null) reportCurrent(progress.ratio)
        return
      }
      model ??= { from: reported, since: now() }
      const { bytes } = progress
      const loaded = bytes && bytes.total > 0 ? bytes.loaded / bytes.total : 0
      report(
        { step: 'model', ...(bytes && { bytes }) },
        model.from + (1 - model.from) * modelShare * Math.min(1, loaded),
      )
    },
    finish: () => report({ step: 'save' }, 1),
  }
}

/**
 * Tasks of a request. `cut` is measured by level, which selects the networks, `save` by format if its encoder differs.
 */
type StepTask = 'read' | `cut ${Level}` | 'edges' | 'edits' | 'save' | SaveTask
type SaveTask = `save ${FileFormat}`

/** A task and its `units`: megapixels, or 1 for a pass of the network. */
export type StepWork = { readonly task: StepTask; readonly units: number }

/** Durations of tasks on this device, guessed at first and then measured. */
interface StepSpeeds {
  /** The expected duration in seconds. */
  expect(work: StepWork): number
  /** Whether the duration of a task was measured. */
  knows(task: StepTask): boolean
  learn(work: StepWork, seconds: number): void
}

/** A format without its own guess uses that of `save`. */
type Guesses = Record<Exclude<StepTask, SaveTask>, number> & Partial<Record<SaveTask, number>>

/** Seconds per unit on a laptop with two cores. Only their proportions matter: guesses are not reported as times. */
const guesses: Readonly<Guesses> = {
  read: 0.03,
  'cut fast': 1,
  'cut balanced': 2,
  'cut fine': 6,
  edges: 0.1,
  edits: 0.2,
  save: 0.1,
  'save png': 0.3,
  'save jpg': 0.05,
  'save webp': 0.4,
  'save avif': 0.6,
  'save jxl': 0.4,
}

/** Weight of earlier requests: small, since similar photos tend to come together. */
const earlierWeight = 0.5

export const createStepSpeeds = (): StepSpeeds => {
  const measured = new Map<StepTask, ReturnType<typeof createSpeed>>()
  return {
    expect: ({ task, units }) =>
      measured.get(task)?.secondsFor(units) ?? (guesses[task] ?? guesses.save) * units,
    knows: (task) => measured.has(task),
    learn: ({ task, units }, seconds) => {
      const speed = measured.get(task) ?? createSpeed()
      speed.learn(seconds, units, earlierWeight)
      measured.set(task, speed)
    },
  }
}

/** The work after the matte: on all pixels of the source, then of the result. */
export const lastWorks = (
  sourceMegapixels: number,
  { size }: ImageOptions,
): [edges: StepWork, save: StepWork] => [
  { task: 'edges', units: sourceMegapixels },
  { task: 'save', units: Math.min(sourceMegapixels, megapixels(sizePresets[size].maxPixels / 1e6)) },
]

/** At least a quarter, for a task's fixed cost: a tiny image would predict too long times. */
const megapixels = (count: number) => Math.max(0.25, count)

/** Bytes per megapixel of an ordinary photo. */
const bytesPerMegapixel = 400_000

/** Approximate megapixels of a picture before decoding. */
export const fileMegapixels = ({ size }: Pick<Blob, 'size'>) => megapixels(size / bytesPerMegapixel)

/** Megapixels of a picture, as tasks count them. */
export const sizeMegapixels = ({ width, height }: Size) => megapixels((width * height) / 1e6)
