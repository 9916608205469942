import type { OnProgress, Stage } from '#contract/progress.ts'

/** How often a number may change on the page while the stage stays the same. */
const paceMs = 100

/**
 * Passes on every new stage at once, and of the reports between them at most one each `paceMs`: an
 * engine that counts bytes reports hundreds of times a second, and each would paint the page.
 */
export const paceProgress = (report: OnProgress, now: () => number = () => performance.now()): OnProgress => {
  let stage: Stage | null = null
  let dueAt = 0
  return (progress) => {
    if (progress.stage === stage && now() < dueAt) return
    stage = progress.stage
    dueAt = now() + paceMs
    report(progress)
  }
}
