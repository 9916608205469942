import type { OnProgress, Progress, Step } from '#contract/progress.ts'

/** How often a number may change on the page while the stage stays the same. */
const minIntervalMs = 100

/**
 * Passes on every new stage and every retry at once, and of the reports between them at most one each `paceMs`: an
 * engine that counts bytes reports hundreds of times a second, and each would paint the page.
 */
export const throttleProgress = (
  report: OnProgress,
  now: () => number = () => performance.now(),
): OnProgress => {
  let stage: Step | null = null
  let retry: Progress['retry']
  let dueAt = 0
  return (progress) => {
    if (progress.step === stage && progress.retry === retry && now() < dueAt) return
    stage = progress.step
    retry = progress.retry
    dueAt = now() + minIntervalMs
    report(progress)
  }
}
