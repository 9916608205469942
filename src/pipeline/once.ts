/** Opens for the first caller, and anew after a failure. */
export const once = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let held: Promise<T> | undefined
  return () => {
    held ??= open().catch((cause: unknown) => {
      held = undefined
      throw cause
    })
    return held
  }
}
