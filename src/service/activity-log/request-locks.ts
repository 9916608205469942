import { reasonText } from '#contract/error-reasons.ts'
import type { PlainError } from '#contract/service-error.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { hasEnded } from './activity-entry.ts'

/** A lock of the browser for the time of a request: it goes with the tab that holds it. */
const lockName = (id: string) => `clearcut-request-${id}`

/** Plain http has no locks, and where storage is forbidden they are too: then nothing tells of other tabs. */
const locks = (): LockManager | undefined => navigator.locks

const under = async <T>(name: string, work: () => Promise<T>, mode: LockMode = 'exclusive'): Promise<T> => {
  let isBegun = false
  try {
    const locked = locks()?.request(name, { mode }, () => {
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

const keepingName = 'clearcut-keeping'

/** Keeps a result; several tabs may at once. */
export const whileKeeping = <T>(work: () => Promise<T>): Promise<T> => under(keepingName, work, 'shared')

/** Does `work` if no tab keeps a result now; never where nothing can tell. */
export const ifNobodyKeeps = async (work: () => Promise<void>): Promise<void> => {
  await locks()?.request(keepingName, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

/**
 * Ends the entries whose request died with its tab: nobody will ever hear its answer. Jobs are not among
 * them, for they live on where they are computed.
 */
export const closeInterrupted = async (log: ActivityLog): Promise<void> => {
  // In this order: whoever begins a request holds its lock before there is an entry of it.
  const entries = await log.list()
  const { held = [] } = (await locks()?.query()) ?? {}
  const alive = new Set(held.map(({ name }) => name))
  const isDead = (activity: Activity) =>
    !hasEnded(activity) && activity.job === null && !alive.has(lockName(activity.id))
  for (const entry of entries.filter(isDead))
    await log.update(entry.id, (activity) =>
      isDead(activity) ? { ...activity, state: 'failed', error: interrupted(activity) } : undefined,
    )
}

const interrupted = ({ kind: medium }: Activity): PlainError => {
  const reason = { reason: 'request_interrupted', params: { medium } } as const
  return { code: 'internal_server_error', message: reasonText(reason), ...reason }
}
