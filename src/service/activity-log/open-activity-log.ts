import { ServiceError } from '#contract/service-error.ts'
import { retention } from '#library/store/retention.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import type { ActivityEvents, ActivityStore } from './activity-store.ts'
import type { KeptResults } from './kept-results.ts'

type ActivityLogParts = {
  readonly store: ActivityStore
  readonly results: KeptResults
  readonly events: ActivityEvents
  /** Runs `work` while other tabs can tell that a result is being kept. */
  readonly whileKeeping?: <T>(work: () => Promise<T>) => Promise<T>
  readonly sources?: ResendSources
  /** Called before a result is kept; see `openAskToKeep`. */
  readonly askToKeep?: () => void
}

/** The log with what is needed to record requests. */
export type WritableActivityLog = ActivityLog & {
  /** Lets this tab send the request of an entry again, until the entry is deleted or other sources need the space. */
  holdSource(id: string, source: ResendSource): void
}

export const openActivityLog = ({
  store,
  results,
  events,
  whileKeeping = (work) => work(),
  sources = createResendSources(),
  askToKeep,
}: ActivityLogParts): WritableActivityLog => {
  const list = async () => [...(await store.list())].sort(newestFirst)

  /** Deletes results before their entries, so that a result that cannot be deleted keeps its entry. */
  const remove = async (ids: readonly string[]) => {
    const stuck = await deleteResults(ids)
    const gone = ids.filter((id) => !stuck.has(id))
    sources.release(gone)
    await store.delete(gone)
    // Another tab may have kept a result meanwhile.
    await deleteResults(gone)
    const [cause] = stuck.values()
    if (stuck.size > 0)
      throw new ServiceError('internal_server_error', { reason: 'kept_result_not_deleted', cause })
  }
  /** Returns the entries whose kept result could not be deleted, with the causes. */
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
  const removeAndPublish = (ids: readonly string[]) => remove(ids).finally(events.publish)

  const change: ActivityLog['update'] = async (id, next) => {
    if (await store.update(id, next)) events.publish()
  }

  /** Releases the sources of entries that another tab deleted. */
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
      // Reading all of many entries takes long; there is seldom one too many.
      const surplus =
        (await store.ids()).length > retention.activities.entries
          ? (await list()).slice(retention.activities.entries)
          : []
      if (surplus.length > 0) await remove(surplus.map(({ id }) => id)).catch(() => {})
      events.publish()
    },
    update: change,
    delete: (id) => removeAndPublish([id]),
    clear: async () => removeAndPublish(await store.ids()),
    watch: events.watch,
    readResult: (id) => results.read(id).catch(() => null),
    keepResult: (id, result) =>
      whileKeeping(async () => {
        if (!(await store.has(id))) return
        askToKeep?.()
        await results.write(id, result).catch((cause: unknown) => {
          throw new ServiceError('internal_server_error', {
            reason: isQuotaExceeded(cause) ? 'keeping_storage_full' : 'keeping_failed',
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

const isQuotaExceeded = (cause: unknown) =>
  cause instanceof DOMException && cause.name === 'QuotaExceededError'

const newestFirst = (a: Activity, b: Activity) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

type ResendSource = {
  readonly bytes: number
  /** Sends the same request again. */
  readonly resend: () => Promise<void>
}

/** The sources of requests that this tab can send again, bounded by bytes; the oldest are released first. */
interface ResendSources {
  /** Holds the source of an entry, and releases the oldest ones beyond the limit. */
  hold(id: string, source: ResendSource): void
  release(ids: readonly string[]): void
  find(id: string): ResendSource['resend'] | null
  ids(): readonly string[]
}

/** The limit for all sources together. */
const maxSourceBytes = 500_000_000

export const createResendSources = (maxBytes = maxSourceBytes): ResendSources => {
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
        if (bytes <= maxBytes) return
        release([oldest])
      }
    },
    release,
    find: (id) => held.get(id)?.resend ?? null,
    ids: () => [...held.keys()],
  }
}
