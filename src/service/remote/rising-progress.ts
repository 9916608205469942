import type { OnProgress } from '#contract/progress.ts'

/** Passes reports on whose ratio never falls, also when a request is sent again from its beginning. */
export const risingProgress = (onProgress: OnProgress | undefined): OnProgress => {
  let highest = 0
  return (progress) => {
    highest = Math.max(highest, progress.ratio ?? 0)
    onProgress?.({ ...progress, ratio: highest })
  }
}
