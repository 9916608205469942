import type { OnProgress, Progress } from '#contract/progress.ts'

/** `ratio`: finished share of a job's work; `progress.frames`: the same in frames. */
export type OnJobProgress = (ratio: number, progress: Progress) => void

/** Combines the progress of a job's stages. */
export interface JobProgress {
  /** The job restarts: finished work counts, and the stages share the rest. */
  readonly restart: () => void
  readonly ofMattes: OnProgress
  readonly ofEdits: OnProgress
  readonly ofRender: OnProgress
}

type JobWork = {
  readonly frames: number
  readonly hasEdits: boolean
  /** Whether rendering starts after the last matte. */
  readonly isStaged: boolean
}

const stages = ['mattes', 'edits', 'render'] as const

type Stage = (typeof stages)[number]

/** Relative durations of stages that run one after another. */
const stagedShares = { mattes: 7, edits: 2, render: 3 } as const
/** If rendering follows the mattes, it alone determines the progress. */
const renderAlone = { mattes: 0, edits: 0, render: 1 } as const

/**
 * The progress of a job, which never falls. A stage starts where the last one ended, and takes its share of the rest; a
 * stage without work leaves its time to the others. Reports of mattes and edits, such as a download, pass only before
 * the first rendered frame; later ones only update the time left. If mattes and rendering run in parallel, the slower
 * one determines the time.
 */
export const createJobProgress = (work: JobWork, onProgress: OnJobProgress): JobProgress => {
  const { mattes, edits, render } = work.isStaged ? stagedShares : renderAlone
  const shares = { mattes, edits: work.hasEdits ? edits : 0, render }
  let stage: Stage | undefined
  let [from, to, reached] = [0, 0, 0]
  let last: Progress | undefined
  /** Time left of each stage in seconds; undefined if unknown. */
  const lefts = new Map<Stage, number | undefined>()

  const enter = (next: Stage) => {
    stage = next
    const left = stages.slice(stages.indexOf(next)).reduce((sum, name) => sum + shares[name], 0)
    from = reached
    to = reached + ((1 - reached) * shares[next]) / left
  }
  /** Unknown until the last stage is measured, which may take longest. */
  const timeLeft = () => {
    const [render, mattes] = [lefts.get('render'), lefts.has('mattes') ? lefts.get('mattes') : 0]
    if (render === undefined || (!work.isStaged && mattes === undefined)) return {}
    return { secondsLeft: work.isStaged ? render : Math.max(render, mattes ?? 0) }
  }
  const report = (by: Stage, done: number, { secondsLeft, ...progress }: Progress) => {
    lefts.set(by, secondsLeft)
    if (stage && stages.indexOf(by) < stages.indexOf(stage)) {
      if (last) onProgress(reached, { ...last, ...timeLeft() })
      return
    }
    if (stage !== by) enter(by)
    reached = Math.max(reached, from + (to - from) * done)
    const total = progress.frames?.total ?? work.frames
    // A product such as 0.29 * 100 lies just below the whole number.
    const frames = { done: Math.floor(reached * total + 1e-6), total }
    last = { ...progress, ratio: reached, frames }
    onProgress(reached, { ...last, ...timeLeft() })
  }
  const share = ({ frames }: Progress) => (frames && frames.total > 0 ? frames.done / frames.total : 0)

  return {
    restart: () => {
      stage = undefined
      lefts.clear()
    },
    ofMattes: (progress) => report('mattes', share(progress), progress),
    // `frames` counts the frames of one run of edits, `ratio` covers all runs.
    ofEdits: (progress) => report('edits', progress.frames ? (progress.ratio ?? 0) : 0, progress),
    ofRender: (progress) => {
      if (stage === 'render' || share(progress) > 0) report('render', share(progress), progress)
    },
  }
}
