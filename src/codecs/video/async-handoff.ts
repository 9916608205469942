/** Passes things one at a time from a producer to a consumer. */
type AsyncHandoff<T> = {
  /** Resolves when the thing was taken, or after `end` or `close`. */
  give(thing: T): Promise<void>
  /** Ends the production; a `failure` is its cause. Given things can still be taken; pending `give` calls resolve. */
  end(failure?: { readonly cause: unknown }): void
  /** The next thing; undefined after the last. Rejects with the failure passed to `end`. */
  take(): Promise<T | undefined>
  /** Ends the consumption: given things are dropped, and `give` resolves. */
  close(): void
}

export const openAsyncHandoff = <T>(): AsyncHandoff<T> => {
  const waiting: { thing: T; taken: () => void }[] = []
  let ended: { readonly failure?: { readonly cause: unknown } } | undefined
  let wake = () => {}
  return {
    give(thing) {
      if (ended) return Promise.resolve()
      return new Promise((taken) => {
        waiting.push({ thing, taken })
        wake()
      })
    },
    end(failure) {
      ended ??= failure ? { failure } : {}
      for (const { taken } of waiting) taken()
      wake()
    },
    async take() {
      while (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const next = waiting.shift()
      next?.taken()
      if (!next && ended?.failure) throw ended.failure.cause
      return next?.thing
    },
    close() {
      ended ??= {}
      for (const { taken } of waiting.splice(0)) taken()
      wake()
    },
  }
}
