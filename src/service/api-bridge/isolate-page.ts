import { scopedName } from '#base/scoped-name.ts'

/** Set when a tab reloads and is not isolated, against a loop of reloads. */
const guardKey = scopedName('clearcut-reloaded-for-isolation')

/** Facts that decide whether a reload isolates the page. */
export type PageFacts = {
  /** `crossOriginIsolated`; undefined in browsers without it. */
  readonly isolated: boolean | undefined
  /** Whether a service worker, which adds the headers, will answer the reload. */
  readonly controlled: boolean
  /** Whether the page has work that a reload would lose. */
  readonly isBusy: boolean
}

/**
 * Reloads the page once per tab if that makes it cross-origin isolated: if the host sends no headers, the service
 * worker adds them from the second load on. Without isolation everything runs on one thread. Returns whether the page
 * reloads.
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
    // Storage is refused, so nothing would stop a loop.
    return false
  }
  reload()
  return true
}
