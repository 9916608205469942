import type { JobId } from '#contract/ids.ts'
import { isTerminal, type Job } from '#contract/job.ts'
import { openLocalAccount } from '#service/local/local-account.ts'
import { type LocalVideos, openLocalVideos, type VideoParts } from '#service/local/local-videos.ts'
import { fakeVideoWork, type VideoScript } from './fake-video-work.ts'
import { type MemoryFiles, memoryFiles, memoryJobs, memoryLocks, memoryNews } from './memory-jobs.ts'
import { memoryLedger } from './memory-ledger.ts'

export type Tab = {
  readonly videos: LocalVideos
  readonly parts: VideoParts
  /** Takes the tab away in the midst of its work, which hears nothing of it. */
  crash(): void
}

export type MemoryBrowser = {
  readonly files: MemoryFiles
  /** Another tab, with work as its script says; other parts may be given too. */
  openTab(script?: VideoScript, parts?: Partial<VideoParts>): Tab
}

type Shared = Partial<Omit<VideoParts, 'files' | 'lock'>> & { readonly files?: MemoryFiles }

/** The video half of the local service as it is, over a browser in memory and without pixels. */
export const memoryBrowser = (shared: Shared = {}): MemoryBrowser => {
  const files = shared.files ?? memoryFiles()
  const now = shared.now ?? (() => new Date())
  const locks = memoryLocks()
  const common = {
    store: memoryJobs(),
    events: memoryNews(),
    account: openLocalAccount(memoryLedger(), now),
    now,
    base: 'https://studio.test/',
    ...shared,
    files,
  }
  return {
    files,
    openTab: (script, parts = {}) => {
      const tab = new AbortController()
      const all: VideoParts = {
        ...common,
        lock: locks(tab.signal),
        ...fakeVideoWork(files, script),
        ...parts,
      }
      return {
        videos: openLocalVideos(all),
        parts: all,
        crash: () => tab.abort(),
      }
    },
  }
}

/** The job once it has ended. */
export const endOf = (videos: LocalVideos, id: JobId): Promise<Job> =>
  new Promise((resolve, reject) => {
    const unwatch = videos.onDevice.watch(({ job }) => {
      if (job.id === id && isTerminal(job)) end(job)
    })
    const end = (job: Job) => {
      unwatch()
      resolve(job)
    }
    videos.getJob(id).then((job) => isTerminal(job) && end(job), reject)
  })
