import { scopedName } from '#base/scoped-name.ts'

/** Runs `work` while no other page of the studio is open; undefined, without a run, where one is. */
export type WhileAlone = <T>(work: () => Promise<T>) => Promise<T | undefined>

const pagesLock = 'clearcut-pages'

/** How long a page that is left may take to be gone, in milliseconds. */
const leaveMs = 1500

/**
 * Makes this page known to the others for as long as it is open, by a lock that all of them share. Where there are no locks
 * (plain http), no page is ever alone.
 */
export const openPages = (
  locks: LockManager | undefined = navigator.locks,
  waitMs: number = leaveMs,
): WhileAlone => {
  let leave = () => {}
  const join = () => {
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    locks?.request(scopedName(pagesLock), { mode: 'shared' }, () => left).catch(() => {})
  }
  join()
  return async (work) => {
    if (!locks) return undefined
    leave()
    const signal = AbortSignal.timeout(waitMs)
    let hasBegun = false
    const run = locks.request(scopedName(pagesLock), { signal }, () => {
      hasBegun = true
      return work()
    })
    // It waits for its turn behind that.
    join()
    return run.catch((thrown: unknown) => {
      if (signal.aborted && !hasBegun) return undefined
      throw thrown
    })
  }
}
