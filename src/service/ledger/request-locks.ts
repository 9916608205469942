import type { Activity, ActivityLedger } from '#service/activity.ts'
import { hasEnded } from './job-entry.ts'

/** A lock of the browser for the time of a request: it goes with the tab that holds it. */
const lockName = (id: string) => `clearcut-request-${id}`

/** Plain http has no locks: then nothing tells of other tabs. */
const locks = (): LockManager | undefined => navigator.locks

export const whileAlive = async <T>(id: string, work: () => Promise<T>): Promise<T> =>
  locks()?.request(lockName(id), work) ?? work()

/** Follows jobs while no other tab does. */
export const inOneTab = async (work: () => Promise<void>): Promise<void> =>
  locks()?.request('clearcut-following', work) ?? work()

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
