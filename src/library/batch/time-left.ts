/** As many files tell how fast a batch is. */
const counted = 20

/** How long a batch will take, by how fast its last files were done. */
interface TimeLeft {
  /** Forgets what was before, such as a pause. */
  reset(): void
  /** A file was done: how long `left` more will take, in milliseconds; null while that is not known. */
  after(left: number): number | null
}

export const createTimeLeft = (now: () => number = () => performance.now()): TimeLeft => {
  let times: number[] = [now()]
  return {
    reset: () => {
      times = [now()]
    },
    after: (left) => {
      times = [...times, now()].slice(-counted - 1)
      const [first = 0] = times
      const done = times.length - 1
      // The first one loads the network.
      return done < 2 ? null : Math.round((((times.at(-1) ?? 0) - first) / done) * left)
    },
  }
}
