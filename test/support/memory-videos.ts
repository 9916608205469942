import { openLocalAccount } from '#service/local/local-account.ts'
import { type LocalVideos, openLocalVideos, type VideoParts } from '#service/local/local-videos.ts'
import { fakeVideoWork, type VideoScript } from './fake-video-work.ts'
import { type MemoryFiles, memoryFiles, memoryJobs, memoryLock, memoryNews } from './memory-jobs.ts'
import { memoryLedger } from './memory-ledger.ts'

export type Tab = { readonly videos: LocalVideos; readonly parts: VideoParts }

export type MemoryBrowser = {
  readonly files: MemoryFiles
  /** Another tab, with work as its script says; other parts may be given too. */
  openTab(script?: VideoScript, parts?: Partial<VideoParts>): Tab
}

/** The video half of the local service as it is, over a browser in memory and without pixels. */
export const memoryBrowser = (
  shared: Partial<VideoParts> & { readonly files?: MemoryFiles } = {},
): MemoryBrowser => {
  const files = shared.files ?? memoryFiles()
  const now = shared.now ?? (() => new Date())
  const common = {
    store: memoryJobs(),
    news: memoryNews(),
    lock: memoryLock(),
    account: openLocalAccount(memoryLedger(), now),
    now,
    base: 'https://studio.test/',
    ...shared,
    files,
  }
  return {
    files,
    openTab: (script, parts = {}) => {
      const all: VideoParts = { ...common, ...fakeVideoWork(files, script), ...parts }
      return { videos: openLocalVideos(all), parts: all }
    },
  }
}
