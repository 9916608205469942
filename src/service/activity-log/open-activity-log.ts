import { ServiceError } from '#contract/service-error.ts'
import type { KeptFile, KeptResults } from '#library/store/kept-results.ts'
import { retention } from '#library/store/retention.ts'
import { isFull } from '#library/store/video-storage.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import type { ActivityEvents, ActivityStore } from './activity-store.ts'

type ActivityLogParts = {
  readonly store: ActivityStore
  readonly results: KeptResults
  readonly events: ActivityEvents
  readonly sources?: ResendSources
  /** Called before a result is kept; see `openAskToKeep`. */
  readonly askToKeep?: () => void
}

/** The log, with a method for recording requests. */
export type WritableActivityLog = ActivityLog & {
  /** Keeps an entry's source so that this tab can resend the request, until the entry is deleted or space is short. */
  holdSource(id: string, source: ResendSource): void
}

export const openActivityLog = ({
  store,
  results,
  events,
  sources = createResendSources(),
  askToKeep,
}: ActivityLogParts): WritableActivityLog => {
  const list = async () => [...(await store.list())].sort(newestFirst)

  const find = async (id: string): Promise<Activity | null> => {
    let found: Activity | null = null
    await store.update(id, (activity) => {
      found = activity
      return undefined
    })
    return found
  }
  const remove = async (ids: readonly string[]) => {
    sources.release(ids)
    await store.delete(ids).finally(events.publish)
    await results.sweep()
  }

  const change: ActivityLog['update'] = async (id, next) => {
    if (await store.update(id, next)) events.publish()
  }

  /** Releases the sources of entries deleted by other tabs. */
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
      // Reading many entries is slow, and a surplus is rare.
      const surplus =
        (await store.ids()).length > retention.activities.entries
          ? (await list()).slice(retention.activities.entries)
          : []
      if (surplus.length > 0) await remove(surplus.map(({ id }) => id)).catch(() => {})
      events.publish()
    },
    update: change,
    delete: (id) => remove([id]),
    clear: async () => remove(await store.ids()),
    watch: events.watch,
    readResult: async (id) => {
      const entry = await find(id)
      return entry?.kept ? results.read(entry.kind, entry.kept).catch(() => null) : null
    },
    keepResult: async (id, result) => {
      const entry = await find(id)
      if (!entry) return
      askToKeep?.()
      const enter = (file: KeptFile) => store.update(id, (activity) => withKept(activity, file))
      await results.keep(entry.kind, result, enter).catch((cause: unknown) => {
        throw new ServiceError('internal_server_error', {
          reason: isFull(cause) ? 'keeping_storage_full' : 'keeping_failed',
          cause,
        })
      })
      events.publish()
    },
    freeBytes: () => results.freeBytes().catch(() => Number.POSITIVE_INFINITY),
    resend: sources.find,
    holdSource: sources.hold,
  }
}

const withKept = ({ unkept: _, ...activity }: Activity, kept: KeptFile): Activity => ({ ...activity, kept })

const newestFirst = (a: Activity, b: Activity) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

type ResendSource = {
  readonly bytes: number
  readonly resend: () => Promise<void>
}

/** The sources of requests that this tab can resend, limited in bytes; the oldest are released first. */
interface ResendSources {
  /** Holds the source of an entry; releases the oldest beyond the limit. */
  hold(id: string, source: ResendSource): void
  release(ids: readonly string[]): void
  find(id: string): ResendSource['resend'] | null
  ids(): readonly string[]
}

/** Limit of all sources, in bytes. */
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
