import { mattesReportName, parseLayerFolder, parseLayerReport } from '#contract/edit-layers.ts'
import type { JobId } from '#contract/ids.ts'
import type { JobChange } from '#library/background-service.ts'
import type { TabLock, TabTask } from '#library/store/cross-tab.ts'
import type { JobEvents, JobStore } from '#library/store/job-store.ts'
import type { LayerRetention } from '#library/store/layer-retention.ts'
import type { CreditStore } from '#library/store/local-account.ts'
import { filePath } from '#library/store/stored-files.ts'
import { readJobExtras, readJobRecord, splitJob } from '#library/store/stored-job.ts'
import type { EditLayer, VideoStorage } from '#library/store/video-storage.ts'

export type MemoryJobs = JobStore & {
  /** Records as they are stored; tests put here what other versions write. */
  readonly records: Map<string, unknown>
  readonly extras: Map<string, unknown>
}

/** A job store in memory; returns copies, as a database does. */
export const memoryJobs = (): MemoryJobs => {
  const records = new Map<string, unknown>()
  const extras = new Map<string, unknown>()
  const state = async (id: string) => readJobRecord(structuredClone(records.get(id))) ?? undefined
  const get = async (id: string) => {
    const [found, rest] = [await state(id), readJobExtras(structuredClone(extras.get(id)))]
    return found && rest ? { ...found, ...rest } : undefined
  }
  const all = () =>
    Promise.all([...records.keys()].map(async (id) => ({ id: id as JobId, stored: await get(id) })))
  const update: JobStore['update'] = async (id, change) => {
    const found = readJobRecord(structuredClone(records.get(id)))
    const next = found && change(found)
    if (next) records.set(id, structuredClone(next))
    return next ?? undefined
  }
  return {
    records,
    extras,
    get,
    state,
    list: async () => (await all()).flatMap(({ stored }) => stored ?? []),
    unreadable: async () => (await all()).flatMap(({ id, stored }) => (stored ? [] : [id])),
    put: async (stored) => {
      const [light, heavy] = splitJob(structuredClone(stored))
      records.set(light.job.id, light)
      extras.set(light.job.id, heavy)
    },
    update,
    delete: async (ids) => {
      for (const id of ids) {
        records.delete(id)
        extras.delete(id)
      }
    },
  }
}

export type MemoryFiles = VideoStorage & {
  /** Path → content; tests put here what workers would write. */
  readonly content: Map<string, Blob>
}

/** A file system in memory. `keepSource` can be made to fail. */
export const memoryFiles = (copyFault?: () => unknown): MemoryFiles => {
  const content = new Map<string, Blob>()
  return {
    content,
    keepSource: async (hash, video, signal) => {
      signal?.throwIfAborted()
      const fault = copyFault?.()
      if (fault) throw fault
      content.set(filePath(hash), video)
    },
    read: async (path) => content.get(path) ?? null,
    listMattes: async (mattes) => {
      const folder = `${mattes}/`
      return [...content.keys()]
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
        .sort()
    },
    listLayers: async () => {
      const found = new Map<string, EditLayer>()
      for (const [path, blob] of content) {
        const [track, videoHash = '', made, folder = '', name] = path.split('/')
        const key = parseLayerFolder(folder)
        if (key === null) continue
        const known = found.get(key)
        const isReport = name === mattesReportName
        const bytes = isReport ? (parseLayerReport(await blob.text())?.bytes ?? 0) : (known?.bytes ?? 0)
        const atMs = isReport ? (blob as File).lastModified : (known?.atMs ?? 0)
        found.set(key, { videoHash, mattes: `${track}/${videoHash}/${made}`, key, bytes, atMs })
      }
      return [...found.values()]
    },
    listPacked: async () => [...content.keys()].filter((path) => path.startsWith('packed/')),
    remove: async (path) => {
      for (const each of [...content.keys()])
        if (each === path || each.startsWith(`${path}/`)) content.delete(each)
      return true
    },
    deleteUnneeded: async (isNeeded) => {
      let deleted = 0
      for (const path of [...content.keys()]) {
        const [folder, name = '', key] = path.split('/')
        if (folder === 'packed') continue
        const needed =
          folder === 'results'
            ? isNeeded({ kind: 'result', path })
            : folder === 'files'
              ? isNeeded({ kind: 'file', hash: name })
              : isNeeded({ kind: 'mattes', path: `tracks/${name}/${key}` })
        if (!needed && content.delete(path)) deleted++
      }
      return { isClean: true, deleted }
    },
  }
}

/** Where no edits were carried. */
export const nothingPropagated: Pick<LayerRetention, 'sweep'> = {
  sweep: async () => ({ isClean: true, deleted: 0 }),
}

/** The locks of one browser. Each tab passes a signal that is aborted when the tab is closed. */
export const memoryLocks = (): ((gone: AbortSignal) => TabLock) => {
  const last = new Map<TabTask, Promise<unknown>>()
  return (gone) => {
    const released = new Promise<never>((_, reject) =>
      gone.addEventListener('abort', () => reject(gone.reason), { once: true }),
    )
    released.catch(() => {})
    return (name, work) => {
      const start = async () => {
        gone.throwIfAborted()
        return Promise.race([released, work()])
      }
      const mine = (last.get(name) ?? Promise.resolve()).then(start, start)
      last.set(name, mine)
      return mine
    }
  }
}

/** The job events of one browser. */
export const memoryJobEvents = (): JobEvents => {
  const listeners = new Set<(change: JobChange) => void>()
  return {
    publish: (change) => {
      for (const listener of [...listeners]) listener(change)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const memoryCredits = (): CreditStore => {
  const credits = new Map<string, number>()
  return {
    read: async (month) => credits.get(month) ?? 0,
    add: async (month, count) => {
      credits.set(month, (credits.get(month) ?? 0) + count)
    },
  }
}
