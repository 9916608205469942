import type { OnProgress, Progress, Step } from '#contract/progress.ts'

/** The shortest time between two reports of the same step. */
const minIntervalMs = 100

/**
 * Passes on every new step and every retry at once, and at most one other report per `minIntervalMs`: an engine that
 * counts bytes reports hundreds of times a second, and each report would render the page.
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
