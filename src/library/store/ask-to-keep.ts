type Keeper = { readonly persist?: () => Promise<boolean> }

/**
 * Asks the browser once, when there is something to keep, not to delete this origin's storage (WHATWG, Storage). Does
 * not wait: Firefox asks the person, other browsers decide themselves.
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
      // Storage is forbidden to the page.
    }
  }
}
