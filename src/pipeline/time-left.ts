/** Tells how much longer a run of like steps will take. */
export interface TimeLeft {
  /** One more step is done; empty until enough were to judge by. */
  tick(): { readonly secondsLeft?: number }
}

/** As many steps must have been seen. */
const learningSteps = 5
/** Later steps count more: half of the weight lies on this many of the last. */
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
