import { mattesReportName, parseLayerFolder, parseLayerReport } from '#contract/edit-layers.ts'
import type { JobId } from '#contract/ids.ts'
import type { Level } from '#contract/image-options.ts'
import type { JobChange } from '#service/background-service.ts'
import type { TabLock, TabTask } from '#service/cross-tab.ts'
import type { JobEvents, JobStore, StoredJob } from '#service/local/job-store.ts'
import type { LayerRetention } from '#service/local/layer-retention.ts'
import type { CreditStore } from '#service/local/local-account.ts'
import { type EditLayer, mattesPath, sourcePath, type VideoStorage } from '#service/local/video-storage.ts'

/** A job store in memory; returns copies, as a database does. */
export const memoryJobs = (): JobStore => {
  const jobs = new Map<JobId, StoredJob>()
  return {
    get: async (id) => structuredClone(jobs.get(id)),
    list: async () => [...jobs.values()].map((stored) => structuredClone(stored)),
    put: async (stored) => {
      jobs.set(stored.job.id, structuredClone(stored))
    },
    update: async (id, change) => {
      const stored = jobs.get(id)
      const next = stored && change(structuredClone(stored))
      if (next) jobs.set(id, structuredClone(next))
      return next
    },
    delete: async (id) => {
      jobs.delete(id)
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
    keepSource: async (videoHash, video, signal) => {
      signal?.throwIfAborted()
      const fault = copyFault?.()
      if (fault) throw fault
      content.set(sourcePath(videoHash), video)
    },
    read: async (path) => content.get(path) ?? null,
    listMattes: async (videoHash, level) => {
      const folder = `${mattesPath(videoHash, level)}/`
      return [...content.keys()]
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
        .sort()
    },
    listLayers: async () => {
      const found = new Map<string, EditLayer>()
      for (const [path, blob] of content) {
        const [, videoHash = '', level, folder = '', name] = path.split('/')
        const key = parseLayerFolder(folder)
        if (key === null) continue
        const known = found.get(key)
        const isReport = name === mattesReportName
        const bytes = isReport ? (parseLayerReport(await blob.text())?.bytes ?? 0) : (known?.bytes ?? 0)
        const atMs = isReport ? (blob as File).lastModified : (known?.atMs ?? 0)
        found.set(key, { videoHash, level: level as Level, key, bytes, atMs })
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
        const [folder, name = ''] = path.split('/')
        if (folder === 'packed') continue
        const needed =
          folder === 'results'
            ? isNeeded({ kind: 'result', path })
            : isNeeded({ kind: folder === 'sources' ? 'source' : 'mattes', videoHash: name })
        if (!needed && content.delete(path)) deleted++
      }
      return { isClean: true, deleted }
    },
  }
}

/** Where no edits were carried. */
export const nothingCarried: Pick<LayerRetention, 'sweep'> = {
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
