/** Watches over something that may take long but must not be silent for long. */
export type Silence = {
  /** Aborted with `outer`, or after too long a silence. */
  readonly signal: AbortSignal
  /** There was a sign of life. */
  readonly renew: () => void
  /** So many bytes came so far. A trickle is no sign of life, or an answer could take for ever. */
  readonly hear: (loaded: number) => void
  readonly end: () => void
}

/** What has to come between two silences, in bytes: less than a kilobyte a second is of no use. */
const lifeBytes = 100_000

export const openSilence = (seconds: number, outer: AbortSignal): Silence => {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), seconds * 1000)
  let timer = start()
  let heard = Number.NEGATIVE_INFINITY
  const renew = () => {
    clearTimeout(timer)
    timer = start()
  }
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    renew,
    hear: (loaded) => {
      if (loaded - heard < lifeBytes) return
      heard = loaded
      renew()
    },
    end: () => clearTimeout(timer),
  }
}
