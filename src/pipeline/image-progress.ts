import type { Size } from '#base/geometry.ts'
import { createSpeed } from '#base/speed.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import type { OnProgress, Progress, Step } from '#contract/progress.ts'
import type { FileFormat } from '#contract/result-file.ts'
import { sizePresets } from '#contract/size-presets.ts'

/** Reports the progress of one request, and learns how long its steps take on this device. */
export interface ImageProgress {
  /** Runs one step; `ahead` is the work after it. Nothing is learnt from a step that fails. */
  run<T>(
    step: Exclude<Step, 'model'>,
    work: StepWork,
    ahead: readonly StepWork[],
    task: () => Promise<T>,
  ): Promise<T>
  /** Reports how much of the present step is done. */
  readonly onRatio: (ratio: number) => void
  /** Takes the reports of the matting: downloads of model files (step `model`) and its own progress (`cut`). */
  readonly onMatting: OnProgress
  /** Reports the end of the request. */
  finish(): void
}

/** The share of the remaining bar that a download of model files fills, since its speed is unknown. */
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
  /** Milliseconds spent on model files during the current step, which do not count as its own. */
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
  /** After a download, the current step continues from where the bar is. */
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
 * The tasks of a request. `cut` is measured by level, which decides the networks, and `save` by format where it is
 * written in its own way.
 */
type StepTask = 'read' | `cut ${Level}` | 'edges' | 'edits' | 'save' | SaveTask
type SaveTask = `save ${FileFormat}`

/** One task of a request: `units` are megapixels, or 1 for a pass of the network. */
export type StepWork = { readonly task: StepTask; readonly units: number }

/** How long tasks take on this device, by guess at first and by earlier requests later. */
interface StepSpeeds {
  /** The expected time of the work in seconds. */
  expect(work: StepWork): number
  /** Whether the time of a task was measured and is not a guess. */
  knows(task: StepTask): boolean
  learn(work: StepWork, seconds: number): void
}

/** A format is guessed by `save` where it has no guess of its own. */
type Guesses = Record<Exclude<StepTask, SaveTask>, number> & Partial<Record<SaveTask, number>>

/**
 * Seconds a unit on a laptop with two cores. Only their proportions matter, since guesses are not reported as times.
 */
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

/** What counts of earlier requests, little because similar photos tend to come together. */
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

/** The work after the matte: on all pixels of the source, then on all pixels of the result. */
export const lastWorks = (
  sourceMegapixels: number,
  { size }: ImageOptions,
): [edges: StepWork, save: StepWork] => [
  { task: 'edges', units: sourceMegapixels },
  { task: 'save', units: Math.min(sourceMegapixels, megapixels(sizePresets[size].maxPixels / 1e6)) },
]

/**
 * Counts a quarter of a megapixel at least, for the fixed cost of a task; a tiny image would predict too long times.
 */
const megapixels = (count: number) => Math.max(0.25, count)

/** Bytes a megapixel of an ordinary photo. */
const bytesPerMegapixel = 400_000

/** About how many megapixels a picture has that was not decoded yet. */
export const fileMegapixels = ({ size }: Pick<Blob, 'size'>) => megapixels(size / bytesPerMegapixel)

/** The megapixels of a picture, as tasks count them. */
export const sizeMegapixels = ({ width, height }: Size) => megapixels((width * height) / 1e6)
