import type { JobId } from '#contract/ids.ts'
import { isTerminal, type Job } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { openLocalAccount } from '#library/store/local-account.ts'
import { type LocalVideos, openLocalVideos } from '#service/local/local-videos.ts'
import type { VideoParts } from '#service/local/video-parts.ts'
import { fakeVideoWorkers, type VideoScript } from './fake-video-workers.ts'
import {
  type MemoryFiles,
  memoryCredits,
  memoryFiles,
  memoryJobEvents,
  memoryJobs,
  memoryLocks,
} from './memory-storage.ts'
import { scriptedVideo } from './scripted-video.ts'

export type Tab = {
  readonly videos: LocalVideos
  readonly parts: VideoParts
  /** Ends the tab during its work, without an abort signal. */
  crash(): void
}

export type MemoryBrowser = {
  readonly files: MemoryFiles
  /** Opens another tab whose work follows the script; parts may be replaced. */
  openTab(script?: VideoScript, parts?: Partial<VideoParts>): Tab
}

type Shared = Partial<Omit<VideoParts, 'files' | 'lock' | 'ownList' | 'itemFiles'>> & {
  readonly files?: MemoryFiles
}

/** The real video part of the local service, with storage in memory and fake workers. */
export const memoryBrowser = (shared: Shared = {}): MemoryBrowser => {
  const files = shared.files ?? memoryFiles()
  const now = shared.now ?? (() => new Date())
  const locks = memoryLocks()
  const common = {
    store: memoryJobs(),
    events: memoryJobEvents(),
    account: openLocalAccount(memoryCredits(), now),
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
        ownList: async () => 'list',
        itemFiles: async () => new Set<string>(),
        ...fakeVideoWorkers(files, { ...script, crashed: tab.signal }),
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

/** Sends a scripted video with these facts. */
export const submit = (videos: LocalVideos, facts = {}, options = {}) =>
  videos.submitVideo(scriptedVideo(facts), { ...defaultVideoOptions, ...options })

export const usedBy = async ({ parts }: Tab) => (await parts.account.read()).usedCredits

/** The work of a step that does not end. */
export const never = () => new Promise<never>(() => {})

export const isRunning = (videos: LocalVideos, id: JobId) => async () =>
  (await videos.getJob(id)).status === 'processing'

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
