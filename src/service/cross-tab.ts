import { scopedName } from '#base/scoped-name.ts'

/** Events that are published to all tabs of this browser. */
export interface TabEvents<T> {
  /** Calls the listeners of this tab before it returns, and those of the other tabs later. */
  publish(event: T): void
  /** Calls `listener` with every event until the returned function is called. */
  watch(listener: (event: T) => void): () => void
}

type TabChannel = Pick<BroadcastChannel, 'onmessage' | 'postMessage'>

/**
 * The channel of that name to the other tabs. Firefox refuses it where pages may store nothing: then this tab speaks to
 * itself alone.
 */
export const openTabChannel = (name: string): TabChannel => {
  try {
    return new BroadcastChannel(scopedName(name))
  } catch {
    return { onmessage: null, postMessage: () => {} }
  }
}

/** Events over `channel`, which the other tabs open by the same name. */
export const openTabEvents = <T>(channel: TabChannel): TabEvents<T> => {
  const listeners = new Set<(event: T) => void>()
  const emit = (event: T) => {
    for (const listener of [...listeners]) listener(event)
  }
  channel.onmessage = ({ data }: MessageEvent<T>) => emit(data)
  return {
    publish: (event) => {
      channel.postMessage(event)
      emit(event)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Runs `work` while no other work of that name runs in any tab of this browser. Rejects with the reason of `signal` when
 * that is aborted before `work` begins.
 */
export type TabLock = <T>(name: TabTask, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** `jobs`: working on a job. `files`: copying videos, and deleting files that no job needs. */
export type TabTask = 'jobs' | 'files'

/** A Web Lock, which the browser frees when its tab is closed. Rejects where there are none (plain http). */
export const webLock: TabLock = async (name, work, signal) =>
  navigator.locks.request(scopedName(`clearcut-${name}`), { ...(signal && { signal }) }, work)
