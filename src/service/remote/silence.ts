/** Watches over something that may take long but must not be silent for long. */
export type Silence = {
  /** Aborted with `outer`, or after too long a silence. */
  readonly signal: AbortSignal
  /** There was a sign of life. */
  readonly renew: () => void
  readonly end: () => void
}

export const openSilence = (seconds: number, outer: AbortSignal): Silence => {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), seconds * 1000)
  let timer = start()
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    renew: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}
