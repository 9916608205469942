/** The share of all work done after each item, 0 to 1. */
export const runningShares = (works: readonly number[]): readonly number[] => {
  const all = works.reduce((sum, work) => sum + work, 0)
  let done = 0
  return works.map((work) => {
    done += work
    return done / all
  })
}
