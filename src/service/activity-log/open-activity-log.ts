import { ServiceError } from '#contract/service-error.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import type { ActivityEvents, ActivityStore } from './activity-store.ts'
import type { KeptResults } from './kept-results.ts'

type ActivityLogParts = {
  readonly store: ActivityStore
  readonly results: KeptResults
  readonly events: ActivityEvents
  /** Runs `work` in such a way that other tabs can tell that a result is being kept. */
  readonly whileKeeping?: <T>(work: () => Promise<T>) => Promise<T>
  readonly sources?: ResendSources
}

/** The log, and the part of it that only those see who write it. */
export type WritableActivityLog = ActivityLog & {
  /** Holds the way to send the same again, in this tab, as long as there is the entry and room. */
  holdSource(id: string, source: ResendSource): void
}

/** Older entries make room for new ones: a list longer than this helps nobody. */
export const maxEntries = 1000

export const openActivityLog = ({
  store,
  results,
  events,
  whileKeeping = (work) => work(),
  sources = createResendSources(),
}: ActivityLogParts): WritableActivityLog => {
  const list = async () => [...(await store.list())].sort(newestFirst)

  /** Deletes the results first: what is left of one that cannot be deleted is its entry. */
  const forget = async (ids: readonly string[]) => {
    const stuck = await deleteResults(ids)
    const gone = ids.filter((id) => !stuck.has(id))
    sources.release(gone)
    await store.delete(gone)
    // Another tab may have kept one just now.
    await deleteResults(gone)
    const [cause] = stuck.values()
    if (stuck.size > 0)
      throw new ServiceError('internal_server_error', { reason: 'kept_result_not_deleted', cause })
  }
  /** The entries whose kept result could not be deleted, with the reason. */
  const deleteResults = async (ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> => {
    const stuck = new Map<string, unknown>()
    const fail = async (id: string, thrown: unknown) => {
      if (await isKept(id)) stuck.set(id, thrown)
    }
    try {
      const files = new Set(await results.list())
      for (const id of ids)
        if (files.has(id)) await results.delete(id).catch((thrown: unknown) => fail(id, thrown))
    } catch (thrown) {
      for (const id of ids) await fail(id, thrown)
    }
    return stuck
  }
  const isKept = async (id: string): Promise<boolean> => {
    let answer = false
    await store.update(id, (activity) => {
      answer = activity.isKept
      return undefined
    })
    return answer
  }
  const forgetAndTell = (ids: readonly string[]) => forget(ids).finally(events.publish)

  const change: ActivityLog['update'] = async (id, next) => {
    if (await store.update(id, next)) events.publish()
  }

  /** Lets go of the sources of entries that another tab deleted. */
  const releaseOrphans = async (): Promise<void> => {
    for (const id of sources.ids()) if (!(await store.has(id))) sources.release([id])
  }
  let isReleasing = false
  events.watch(() => {
    if (isReleasing || sources.ids().length === 0) return
    isReleasing = true
    void releaseOrphans()
      .catch(() => {})
      .finally(() => {
        isReleasing = false
      })
  })

  return {
    list,
    has: store.has,
    put: async (activity) => {
      await store.put(activity)
      const surplus = (await list()).slice(maxEntries)
      if (surplus.length > 0) await forget(surplus.map(({ id }) => id)).catch(() => {})
      events.publish()
    },
    update: change,
    delete: (id) => forgetAndTell([id]),
    clear: async () => forgetAndTell((await list()).map(({ id }) => id)),
    watch: events.watch,
    readResult: (id) => results.read(id).catch(() => null),
    keepResult: (id, result) =>
      whileKeeping(async () => {
        if (!(await store.has(id))) return
        await results.write(id, result).catch((cause: unknown) => {
          throw new ServiceError('internal_server_error', {
            reason: isFull(cause) ? 'keeping_storage_full' : 'keeping_failed',
            cause,
          })
        })
        if (await store.update(id, kept)) events.publish()
        else await results.delete(id)
      }),
    freeBytes: () => results.freeBytes().catch(() => Number.POSITIVE_INFINITY),
    resend: sources.find,
    holdSource: sources.hold,
  }
}

const kept = ({ unkept: _, ...activity }: Activity): Activity => ({ ...activity, isKept: true })

const isFull = (cause: unknown) => cause instanceof DOMException && cause.name === 'QuotaExceededError'

const newestFirst = (a: Activity, b: Activity) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

type ResendSource = {
  readonly bytes: number
  /** Sends the same once more. */
  readonly resend: () => Promise<void>
}

/** What was sent and may have to be sent again, held by this tab, newest first where there is no room for all. */
interface ResendSources {
  /** Holds it under the name of its entry; the oldest make room. */
  hold(id: string, source: ResendSource): void
  release(ids: readonly string[]): void
  find(id: string): ResendSource['resend'] | null
  ids(): readonly string[]
}

/** Of all that is held together: five of the largest uploads. A longer list of them helps nobody. */
const maxSourceBytes = 500_000_000

export const createResendSources = (mostBytes = maxSourceBytes): ResendSources => {
  const held = new Map<string, ResendSource>()
  let bytes = 0
  const release = (ids: readonly string[]) => {
    for (const id of ids) {
      bytes -= held.get(id)?.bytes ?? 0
      held.delete(id)
    }
  }
  return {
    hold: (id, source) => {
      release([id])
      held.set(id, source)
      bytes += source.bytes
      for (const oldest of [...held.keys()]) {
        if (bytes <= mostBytes) return
        release([oldest])
      }
    },
    release,
    find: (id) => held.get(id)?.resend ?? null,
    ids: () => [...held.keys()],
  }
}
