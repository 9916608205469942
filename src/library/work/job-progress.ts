import type { OnProgress, Progress } from '#contract/progress.ts'

/** `ratio`: the share of a job's work that is done; `progress.frames` tells the same in frames. */
export type OnJobProgress = (ratio: number, progress: Progress) => void

/** Joins the reports of what works on a job. */
export interface JobProgress {
  /** The job begins anew: what was done so far stays done, and the stages share what is left. */
  readonly restart: () => void
  readonly ofMattes: OnProgress
  readonly ofEdits: OnProgress
  readonly ofRender: OnProgress
}

type JobWork = {
  readonly frames: number
  readonly hasEdits: boolean
  /** The first frame is rendered after the last matte is there. */
  readonly isStaged: boolean
}

const stages = ['mattes', 'edits', 'render'] as const

type Stage = (typeof stages)[number]

/** The parts of a job's time that its stages take where each waits for the one before. */
const stagedShares = { mattes: 7, edits: 2, render: 3 } as const
/** Where rendering follows the mattes, it alone tells how far the job is. */
const renderAlone = { mattes: 0, edits: 0, render: 1 } as const

/**
 * The progress of a job, which never falls. A stage begins where the one before it ended, and takes its share of what
 * is left by then; so one that finds its work done already, and reports nothing, leaves its time to the others. Reports
 * of mattes and edits, such as the download of a network, pass only before the first frame is rendered; later ones tell
 * of the time left alone. Where mattes are made while frames are rendered, whatever takes longer decides it.
 */
export const createJobProgress = (work: JobWork, onProgress: OnJobProgress): JobProgress => {
  const { mattes, edits, render } = work.isStaged ? stagedShares : renderAlone
  const shares = { mattes, edits: work.hasEdits ? edits : 0, render }
  let stage: Stage | undefined
  let [from, to, reached] = [0, 0, 0]
  let last: Progress | undefined
  /** What each stage says of its time left, in seconds; undefined while it knows too little. */
  const lefts = new Map<Stage, number | undefined>()

  const enter = (next: Stage) => {
    stage = next
    const left = stages.slice(stages.indexOf(next)).reduce((sum, name) => sum + shares[name], 0)
    from = reached
    to = reached + ((1 - reached) * shares[next]) / left
  }
  /** Nothing is said before the last stage is measured, as it may take longer than all others. */
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
    // A product such as 0.29 * 100 lies just below the whole number that is meant.
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
