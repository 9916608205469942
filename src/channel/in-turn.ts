/** Runs tasks one at a time, in the order they came. A task that fails never stops the next. */
export const inTurn = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
}
