/** The states in which jobs can be held. */
export type HeldState = 'queued' | 'processing'

export type JobHold = {
  at(state: HeldState): void
  end(): void
  /** Resolves once nothing is held at `state`. */
  until(state: HeldState): Promise<void>
}

export const openJobHold = (): JobHold => {
  let held: { readonly state: HeldState; readonly over: Promise<void>; readonly end: () => void } | null =
    null
  const end = () => {
    held?.end()
    held = null
  }
  return {
    end,
    at: (state) => {
      end()
      let finish = () => {}
      const over = new Promise<void>((resolve) => {
        finish = resolve
      })
      held = { state, over, end: finish }
    },
    until: async (state) => {
      while (held?.state === state) await held.over
    },
  }
}
