/**
 * A queue that runs tasks one at a time, in the order they came. Each promise settles as its own task does; a task
 * that fails does not stop the next one.
 */
export const createTaskQueue = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
}
