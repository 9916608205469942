/** The turn of one call. A worker handles one call at a time. */
export interface CallTurn {
  /** Resolves when it is this call's turn; at once where it is already, and after its end. */
  take(): Promise<void>
  /** Leaves the turn to others while `work` runs, and settles as that when it is this call's turn again. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** For good: the call is over. */
  end(): void
}

/** `enqueue` runs the turns of all calls one after the other, in the order in which they are taken. */
export const openCallTurn = (enqueue: (task: () => Promise<void>) => Promise<unknown>): CallTurn => {
  let isOver = false
  /** Resolves with what ends the turn, when that has come. */
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
