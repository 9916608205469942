import { scopedName } from '#base/scoped-name.ts'

/** Set when a tab was reloaded and is not isolated yet, so that it is not reloaded in a loop. */
const guardKey = scopedName('clearcut-reloaded-for-isolation')

/** What decides whether a reload isolates the page. */
export type PageFacts = {
  /** `crossOriginIsolated`; undefined in browsers without it. */
  readonly isolated: boolean | undefined
  /** Whether a service worker, which adds the headers, will answer the reload. */
  readonly controlled: boolean
  /** Whether the page has work that a reload would lose. */
  readonly isBusy: boolean
}

/**
 * Reloads the page, once in each tab, where that makes it cross-origin isolated: on a host that does not send the
 * headers, the first visit lacks them, and later answers get them from the service worker. Without isolation everything
 * works, on one thread. Returns whether the page is being reloaded.
 */
export const isolatePage = (
  { isolated, controlled, isBusy }: PageFacts,
  guard: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  reload: () => void,
): boolean => {
  try {
    if (isolated) guard.removeItem(guardKey)
    if (isolated !== false || !controlled || isBusy || guard.getItem(guardKey) !== null) return false
    guard.setItem(guardKey, 'yes')
  } catch {
    // The browser refuses storage, so nothing would stop a loop.
    return false
  }
  reload()
  return true
}
