/** Tells all tabs of this browser that the ledger changed. */
export interface ActivityNews {
  /** Heard in this tab before this returns, and in the others. */
  tell(): void
  /** Hears until the answer is called. */
  watch(listener: () => void): () => void
}

export const broadcastActivity = (channel = new BroadcastChannel('clearcut-activity')): ActivityNews => {
  const listeners = new Set<() => void>()
  const hear = () => {
    for (const listener of [...listeners]) listener()
  }
  channel.onmessage = hear
  return {
    tell: () => {
      channel.postMessage(null)
      hear()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
