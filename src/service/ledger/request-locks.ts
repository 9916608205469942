import type { Activity, ActivityLedger } from '#service/activity.ts'
import { hasEnded } from './job-entry.ts'

/** A lock of the browser for the time of a request: it goes with the tab that holds it. */
const lockName = (id: string) => `clearcut-request-${id}`

/** Plain http has no locks, and where storage is forbidden they are too: then nothing tells of other tabs. */
const locks = (): LockManager | undefined => navigator.locks

const under = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  let isBegun = false
  try {
    const locked = locks()?.request(name, () => {
      isBegun = true
      return work()
    })
    if (locked) return await locked
  } catch (thrown) {
    if (isBegun) throw thrown
  }
  return work()
}

export const whileAlive = <T>(id: string, work: () => Promise<T>): Promise<T> => under(lockName(id), work)

/** Follows jobs while no other tab does. */
export const inOneTab = (work: () => Promise<void>): Promise<void> => under('clearcut-following', work)

/**
 * Ends the entries whose request died with its tab: nobody will ever hear its answer. Jobs are not among
 * them, for they live on where they are computed.
 */
export const closeInterrupted = async (ledger: ActivityLedger): Promise<void> => {
  const { held = [] } = (await locks()?.query()) ?? {}
  const alive = new Set(held.map(({ name }) => name))
  const isDead = (activity: Activity) =>
    !hasEnded(activity) && activity.job === null && !alive.has(lockName(activity.id))
  for (const entry of (await ledger.list()).filter(isDead))
    await ledger.update(entry.id, (activity) =>
      isDead(activity) ? { ...activity, state: 'failed', error: interrupted(activity) } : undefined,
    )
}

const interrupted = ({ kind }: Activity): Activity['error'] => ({
  code: 'internal_server_error',
  message: `The page was closed while this ${kind} was on its way, so its answer was lost. It may have been charged: compare your credits before you send it again.`,
})
