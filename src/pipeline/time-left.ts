import { createSpeed } from '#base/speed.ts'

/** What is measured before the first estimate; less says too little. */
const learning = { steps: 10, seconds: 1 } as const
/** What ends within this time is one group in any case. */
const groupMs = 200
/** The half-life of a step's weight, in steps. */
const halfLife = 20

/**
 * Estimates the time left of similar steps, by the time that those before took. The clock starts with the end of the
 * first step, which waits for what is loaded. Steps may end in groups, such as frames between two that a network sees;
 * the time is measured from the start of one group to the start of another, since within a group it says nothing.
 */
export const createTimeLeft = (now: () => number = () => performance.now()) => {
  let ticks = 0
  /** Of the groups that ended. */
  const speed = createSpeed()
  let group = { at: 0, ticks: 0 }
  let [first, last] = [0, 0]
  return {
    /** One more step is done, and so many are left. Without `secondsLeft` until enough steps were measured. */
    tick: (left: number): { readonly secondsLeft?: number } => {
      const time = now()
      if (++ticks === 1) [first, last, group] = [time, time, { at: time, ticks: 1 }]
      else if (time - group.at >= groupMs && time - last >= (time - first) / (ticks - 1)) {
        const ended = ticks - group.ticks
        speed.learn((time - group.at) / 1000, ended, 0.5 ** (ended / halfLife))
        group = { at: time, ticks }
      }
      last = time
      const isKnown = group.ticks > learning.steps && group.at - first >= learning.seconds * 1000
      return left > 0 && !isKnown ? {} : { secondsLeft: speed.secondsFor(left) ?? 0 }
    },
  }
}
