/** Tells all tabs of this browser of something. */
export interface TabEvents<T> {
  /** Heard by every watcher in this tab, before this returns, and by those in the others. */
  publish(news: T): void
  /** Hears until the answer is called. */
  watch(listener: (news: T) => void): () => void
}

/** News over `channel`, which the other tabs have open by the same name. */
export const openTabEvents = <T>(channel: BroadcastChannel): TabEvents<T> => {
  const listeners = new Set<(news: T) => void>()
  const hear = (news: T) => {
    for (const listener of [...listeners]) listener(news)
  }
  channel.onmessage = ({ data }: MessageEvent<T>) => hear(data)
  return {
    publish: (news) => {
      channel.postMessage(news)
      hear(news)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Runs `work` while no other work of that name runs, in this tab or another of this browser. */
export type TabLock = <T>(name: TabTask, work: () => Promise<T>) => Promise<T>

/** `jobs`: working on a job. `files`: copying videos in, and deleting what no job needs. */
export type TabTask = 'jobs' | 'files'

/** Locks of the browser; one that its tab takes down with it is free at once. Rejects where there are none (plain http). */
export const webLock: TabLock = async (name, work) => navigator.locks.request(`clearcut-${name}`, work)
