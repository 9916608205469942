/** A hand that gives and a hand that takes, one thing at a time. */
type AsyncHandoff<T> = {
  /** Resolves when it was taken, or when nobody need wait for that any more. */
  give(thing: T): Promise<void>
  /** Nothing more will come; with a `failure`, because of it. What was given can be taken still; its givers go on. */
  end(failure?: { readonly cause: unknown }): void
  /** The next thing; undefined after the last. Rejects with what `end` was given. */
  take(): Promise<T | undefined>
  /** Nothing will be taken any more: what was given is dropped, and whoever gives goes on. */
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
