import type { JobChange } from '#service/background-service.ts'

/** Tells all tabs of this browser what becomes of jobs. */
export interface JobNews {
  /** Heard by every watcher in this tab, before this returns, and by those in the others. */
  tell(change: JobChange): void
  /** Hears until the answer is called. */
  watch(listener: (change: JobChange) => void): () => void
}

export const broadcastNews = (channel = new BroadcastChannel('clearcut-jobs')): JobNews => {
  const listeners = new Set<(change: JobChange) => void>()
  const hear = (change: JobChange) => {
    for (const listener of [...listeners]) listener(change)
  }
  channel.onmessage = ({ data }: MessageEvent<JobChange>) => hear(data)
  return {
    tell: (change) => {
      channel.postMessage(change)
      hear(change)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
