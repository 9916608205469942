import { scopedName } from '#base/scoped-name.ts'
import { reasonText } from '#contract/error-reasons.ts'
import type { PlainError } from '#contract/service-error.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { hasEnded } from './activity-entry.ts'

/** The name of the Web Lock that a tab holds during a request. The browser frees it when the tab is closed. */
const lockName = (id: string) => scopedName(`clearcut-request-${id}`)

/** The lock manager; undefined on plain http. Its requests fail where storage is forbidden. */
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

/** Holds a lock of this name during `work`, by which other tabs see that it goes on. */
export const whileAlive = <T>(id: string, work: () => Promise<T>): Promise<T> => under(lockName(id), work)

/** Polls jobs while no other tab does. */
export const inOneTab = (work: () => Promise<void>): Promise<void> =>
  under(scopedName('clearcut-following'), work)

/**
 * Fails the entries whose tab was closed during the request, since no tab will receive the answer. Entries with a job
 * are not among them, because the job continues without the tab.
 */
export const closeInterrupted = async (log: ActivityLog): Promise<void> => {
  // Entries before locks: a request holds its lock before its entry is added.
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
