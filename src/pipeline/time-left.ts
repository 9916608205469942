import { createSpeed } from '#base/speed.ts'

/** Measured before the first estimate. */
const learning = { steps: 10, seconds: 1 } as const
/** Steps that end within this time, in milliseconds, form one group. */
const groupMs = 200
/** Half-life of a step's weight, in steps. */
const halfLife = 20

/**
 * Estimates the time left of similar steps. The clock starts at the end of the first step, which includes loading.
 * Steps may end in groups, such as frames between two key frames; time is measured from group to group, since within a
 * group it is meaningless.
 */
export const createTimeLeft = (now: () => number = () => performance.now()) => {
  let ticks = 0
  /** Speed of the finished groups. */
  const speed = createSpeed()
  let group = { at: 0, ticks: 0 }
  let [first, last] = [0, 0]
  return {
    /** Records a finished step, with `left` remaining. `secondsLeft` is absent until enough steps were measured. */
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
