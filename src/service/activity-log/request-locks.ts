import { scopedName } from '#base/scoped-name.ts'
import { reasonText } from '#contract/error-reasons.ts'
import type { PlainError } from '#contract/service-error.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { hasEnded } from './activity-entry.ts'

/** The Web Lock held during a request. The browser releases it when the tab closes. */
const lockName = (id: string) => scopedName(`clearcut-request-${id}`)

/** Undefined on plain http. Its requests fail if storage is forbidden. */
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

/** Holds a lock during `work`, so that other tabs see that it is running. */
export const whileAlive = <T>(id: string, work: () => Promise<T>): Promise<T> => under(lockName(id), work)

/** Runs `work` in one tab at a time. */
export const inOneTab = (work: () => Promise<void>): Promise<void> =>
  under(scopedName('clearcut-following'), work)

/**
 * Fails the entries of requests whose tab was closed. Entries with a job are exempt: the job continues without the tab.
 */
export const closeInterrupted = async (log: ActivityLog): Promise<void> => {
  // Entries are read before locks: a request takes its lock before it adds its entry.
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
