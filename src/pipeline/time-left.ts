/** Estimates the time left of a number of similar steps by an exponential moving average. */
interface TimeLeft {
  /** Counts one more step. Without `secondsLeft` until enough steps were measured. */
  tick(): { readonly secondsLeft?: number }
}

/** How many steps are measured before the first estimate. */
const learningSteps = 5
/** The half-life of a step's weight, in steps. */
const halfLife = 40

export const createTimeLeft = (steps: number, now: () => number = () => performance.now()): TimeLeft => {
  let left = steps
  let ticks = 0
  let seconds = 0
  let weight = 0
  let last = now()
  return {
    tick: () => {
      const time = now()
      const fade = 0.5 ** (1 / halfLife)
      seconds = seconds * fade + (time - last) / 1000
      weight = weight * fade + 1
      last = time
      left = Math.max(0, left - 1)
      ticks++
      return ticks < learningSteps ? {} : { secondsLeft: (seconds / weight) * left }
    },
  }
}
