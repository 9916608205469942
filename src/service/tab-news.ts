/** Tells all tabs of this browser of something. */
export interface TabNews<T> {
  /** Heard by every watcher in this tab, before this returns, and by those in the others. */
  tell(news: T): void
  /** Hears until the answer is called. */
  watch(listener: (news: T) => void): () => void
}

/** News over `channel`, which the other tabs have open by the same name. */
export const openTabNews = <T>(channel: BroadcastChannel): TabNews<T> => {
  const listeners = new Set<(news: T) => void>()
  const hear = (news: T) => {
    for (const listener of [...listeners]) listener(news)
  }
  channel.onmessage = ({ data }: MessageEvent<T>) => hear(data)
  return {
    tell: (news) => {
      channel.postMessage(news)
      hear(news)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
