/** D-54: every 2 s at first, easing to 5 s. */
const firstMs = 2000
const slowestMs = 5000

/** How long to wait, in milliseconds, before the next look at a job that was looked at `count` times. */
export const pollAfterMs = (count: number): number =>
  Math.min(slowestMs, firstMs + Math.max(0, count - 4) * 500)
