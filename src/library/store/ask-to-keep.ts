type Keeper = { readonly persist?: () => Promise<boolean> }

/**
 * Asks the browser once not to delete what this origin keeps when the disk is full (WHATWG, Storage). Called when there
 * is something to keep. Nobody waits for the answer: Firefox shows the question to the person, others decide by
 * themselves.
 */
export const openAskToKeep = (storageOf: () => Keeper | undefined): (() => void) => {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    try {
      storageOf()
        ?.persist?.()
        .catch(() => {})
    } catch {
      // Storage is refused to this page.
    }
  }
}
