/** Estimates the time left of a number of similar steps, by the time that those before took. */
interface TimeLeft {
  /** Counts one more step. Without `secondsLeft` until enough steps were measured. */
  tick(): { readonly secondsLeft?: number }
}

/** What is measured before the first estimate; less says too little. */
const learning = { steps: 10, seconds: 1 } as const
/** What ends within this time is one group in any case. */
const groupMs = 200
/** The half-life of a step's weight, in steps. */
const halfLife = 20

/**
 * The clock starts with the end of the first step, which waits for what is loaded. Steps may end in groups, such as
 * frames between two that a network sees; the time is measured from the start of one group to the start of another,
 * since within a group it says nothing.
 */
export const createTimeLeft = (steps: number, now: () => number = () => performance.now()): TimeLeft => {
  let left = steps
  let ticks = 0
  /** Of the groups that ended. */
  let [seconds, weight] = [0, 0]
  let group = { at: 0, ticks: 0 }
  let [first, last] = [0, 0]
  return {
    tick: () => {
      const time = now()
      if (++ticks === 1) [first, last, group] = [time, time, { at: time, ticks: 1 }]
      else if (time - group.at >= groupMs && time - last >= (time - first) / (ticks - 1)) {
        const fade = 0.5 ** ((ticks - group.ticks) / halfLife)
        seconds = seconds * fade + (time - group.at) / 1000
        weight = weight * fade + ticks - group.ticks
        group = { at: time, ticks }
      }
      last = time
      left = Math.max(0, left - 1)
      const isKnown = group.ticks > learning.steps && group.at - first >= learning.seconds * 1000
      return left > 0 && !isKnown ? {} : { secondsLeft: weight > 0 ? (seconds / weight) * left : 0 }
    },
  }
}
