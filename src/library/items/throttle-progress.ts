import type { OnProgress, Progress, Step } from '#contract/progress.ts'

/** Shortest interval between two reports of the same step. */
const minIntervalMs = 100

/**
 * Passes on each new step and retry at once, and other reports at most once per `minIntervalMs`: an engine that counts
 * bytes reports hundreds of times per second, and each report renders the page.
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
