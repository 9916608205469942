/** The turn of one call. A worker handles one call at a time. */
export interface CallTurn {
  /** Resolves at this call's turn; at once if the call already has it, or is over. */
  take(): Promise<void>
  /** Gives the turn to others while `work` runs; settles like `work`, in this call's turn again. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Ends the turn permanently: the call is over. */
  end(): void
}

/** `enqueue` runs the turns of all calls one after the other, in the order in which they are taken. */
export const openCallTurn = (enqueue: (task: () => Promise<void>) => Promise<unknown>): CallTurn => {
  let isOver = false
  /** Resolves at this call's turn, with a function that ends it. */
  let held: Promise<() => void> | undefined
  const wait = () =>
    new Promise<() => void>((begin) => {
      void enqueue(() => new Promise<void>((leave) => begin(leave)))
    })
  const leave = () => {
    void held?.then((endTurn) => endTurn())
    held = undefined
  }
  const take = async () => {
    if (isOver) return
    held ??= wait()
    await held
  }
  return {
    take,
    aside: async (work) => {
      leave()
      try {
        return await work()
      } finally {
        await take()
      }
    },
    end: () => {
      isOver = true
      leave()
    },
  }
}
