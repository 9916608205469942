import type { OnProgress, Progress, Step } from '#contract/progress.ts'

/** How often a number may change on the page while the step stays the same. */
const minIntervalMs = 100

/**
 * Passes on every new step and every retry at once, and of the reports between them at most one each `paceMs`: an
 * engine that counts bytes reports hundreds of times a second, and each would paint the page.
 */
export const throttleProgress = (
  report: OnProgress,
  now: () => number = () => performance.now(),
): OnProgress => {
  let step: Step | null = null
  let retry: Progress['retry']
  let dueAt = 0
  return (progress) => {
    if (progress.step === step && progress.retry === retry && now() < dueAt) return
    step = progress.step
    retry = progress.retry
    dueAt = now() + minIntervalMs
    report(progress)
  }
}
