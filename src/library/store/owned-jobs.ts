import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import type { JobTransitions } from '#library/work/job-transitions.ts'
import { cancelled } from './job-faults.ts'
import type { JobRetention } from './job-retention.ts'
import type { JobEvents, JobStore } from './job-store.ts'
import type { JobOwner } from './stored-job.ts'

const ofFolderJob = 'batch '

/** The owner of a clip's job in a batch: no list item; the batch's record refers to the job. */
export const folderJobItem = (id: JobId): string => `${ofFolderJob}${id}`

/** The jobs of kept items. Every method rejects if the browser refuses storage. */
export interface OwnedJobs {
  /** Items with jobs that are not in `known`, by the list whose page began the jobs. */
  orphans(known: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Assigns an ownerless job; false if it has an owner. */
  adopt(id: JobId, owner: JobOwner): Promise<boolean>
  /** Moves the jobs of items to another list. */
  move(items: ReadonlySet<string>, list: string): Promise<void>
  deleteOf(items: ReadonlySet<string>): Promise<void>
  /** Removes the owner of the items' jobs, so that a page may adopt them. */
  release(items: ReadonlySet<string>): Promise<void>
}

type Parts = {
  readonly store: JobStore
  readonly events: JobEvents
  readonly transitions: Pick<JobTransitions, 'fail'>
  readonly retention: Pick<JobRetention, 'sweep'>
}

export const openOwnedJobs = ({ store, events, transitions, retention }: Parts): OwnedJobs => {
  const of = async (items: ReadonlySet<string>) =>
    items.size === 0 ? [] : (await store.list()).filter(({ owner }) => owner && items.has(owner.item))
  return {
    orphans: async (known) => {
      const found = new Map<string, Set<string>>()
      for (const { owner } of await store.list())
        if (owner && !owner.item.startsWith(ofFolderJob) && !known.includes(owner.item))
          found.set(owner.list, new Set(found.get(owner.list)).add(owner.item))
      return found
    },
    adopt: async (id, owner) => {
      const adopted = await store.update(id, (stored) => (stored.owner ? undefined : { ...stored, owner }))
      return adopted !== undefined
    },
    move: async (items, list) => {
      for (const { job } of await of(items))
        await store.update(job.id, ({ owner, ...state }) =>
          owner && owner.list !== list ? { ...state, owner: { ...owner, list } } : undefined,
        )
    },
    deleteOf: async (items) => {
      const jobs = await of(items)
      for (const { job } of jobs) if (!isTerminal(job)) await transitions.fail(job.id, cancelled)
      await store.delete(jobs.map(({ job }) => job.id))
      if (jobs.length > 0) await retention.sweep()
    },
    release: async (items) => {
      for (const { job } of await of(items)) {
        const released = await store.update(job.id, ({ owner: _, ...state }) => state)
        if (released) events.publish({ job: released.job })
      }
    },
  }
}
