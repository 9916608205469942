import { scopedName } from '#base/scoped-name.ts'

/** Events for all tabs of this browser. */
export interface TabEvents<T> {
  /** Calls this tab's listeners before returning, and those of other tabs later. */
  publish(event: T): void
  /** Calls `listener` with every event until the returned function is called. */
  watch(listener: (event: T) => void): () => void
}

type TabChannel = Pick<BroadcastChannel, 'onmessage' | 'postMessage'>

/** A channel to the other tabs. Firefox refuses it if storage is forbidden; then events reach this tab only. */
export const openTabChannel = (name: string): TabChannel => {
  try {
    return new BroadcastChannel(scopedName(name))
  } catch {
    return { onmessage: null, postMessage: () => {} }
  }
}

/** Events over `channel`. Invalid ones, such as those of another release, are ignored. */
export const openTabEvents = <T>(channel: TabChannel, isEvent: (data: unknown) => boolean): TabEvents<T> => {
  const listeners = new Set<(event: T) => void>()
  const emit = (event: T) => {
    for (const listener of [...listeners]) listener(event)
  }
  channel.onmessage = ({ data }: MessageEvent<T>) => {
    if (isEvent(data)) emit(data)
  }
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
 * Runs `work` under a lock of that name, shared by all tabs. Rejects with the reason of `signal` if it is aborted
 * before `work` begins.
 */
export type TabLock = <T>(name: TabTask, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** `jobs`: processing jobs. `files`: copying videos, and deleting unneeded files. */
export type TabTask = 'jobs' | 'files'

/** A Web Lock, which the browser releases when its tab closes. Rejects without Web Locks (plain http). */
export const webLock: TabLock = async (name, work, signal) =>
  navigator.locks.request(scopedName(`clearcut-${name}`), { ...(signal && { signal }) }, work)

/** Names that one tab at a time can hold while it is open. */
export interface TabNames {
  /**
   * Holds a name until the page closes; false if another page holds it for longer than `waitMs`, since a closing page
   * may not have released it yet.
   */
  hold(name: string, waitMs: number): Promise<boolean>
  /** Runs `work` if no tab holds the name; else resolves with undefined. */
  whileFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
}

/** Uses Web Locks. The methods reject without them (plain http). */
export const webTabNames: TabNames = {
  hold: (name, waitMs) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(waitMs)
      const held = () => {
        resolve(true)
        return new Promise(() => {})
      }
      navigator.locks.request(scopedName(`clearcut-${name}`), { signal }, held).catch((thrown: unknown) => {
        if (signal.aborted) resolve(false)
        else reject(thrown)
      })
    }),
  whileFree: async (name, work) =>
    navigator.locks.request(scopedName(`clearcut-${name}`), { ifAvailable: true }, (lock) =>
      lock ? work() : undefined,
    ),
}
