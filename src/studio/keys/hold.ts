/** A key held longer than this means something else than a tap on it. */
const tapMs = 250

/** Tells a tap on a key from holding it: `onHold` is called once it is held for long enough. */
export const createHold = (onHold: () => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    begin: () => {
      timer ??= setTimeout(() => {
        timer = null
        onHold()
      }, tapMs)
    },
    /** Whether it was a tap. */
    end: (): boolean => {
      if (timer === null) return false
      clearTimeout(timer)
      timer = null
      return true
    },
  }
}
