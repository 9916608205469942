/** Set while a tab was reloaded for isolation and has not got it, so that it is never reloaded in a loop. */
const guardKey = 'clearcut-reloaded-for-isolation'

export type PageFacts = {
  /** `crossOriginIsolated`; undefined in browsers that know nothing of it. */
  readonly isolated: boolean | undefined
  /** Whether a service worker, which adds the headers, will answer the reload. */
  readonly controlled: boolean
  /** Whether a reload would cost somebody's work. */
  readonly isBusy: boolean
}

/**
 * Reloads the page, once a tab, when that makes it cross-origin isolated: on a host that does not send
 * the headers, the first visit comes without, and only what the service worker answers has them. Without
 * isolation everything works, on one thread.
 */
export const isolatePage = (
  { isolated, controlled, isBusy }: PageFacts,
  guard: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  reload: () => void,
): void => {
  try {
    if (isolated) guard.removeItem(guardKey)
    if (isolated !== false || !controlled || isBusy || guard.getItem(guardKey) !== null) return
    guard.setItem(guardKey, 'yes')
  } catch {
    // Storage is refused, so there would be no guard.
    return
  }
  reload()
}
