import { scopedName } from '#base/scoped-name.ts'

/** Events that are published to all tabs of this browser. */
export interface TabEvents<T> {
  /** Calls the listeners of this tab before it returns, and the listeners of other tabs later. */
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

/**
 * Events over `channel`, which the other tabs open by the same name. What is no event here, such as one of another
 * release, is ignored.
 */
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
 * Runs `work` while no other work of that name runs in any tab of this browser. Rejects with the reason of `signal`
 * when that is aborted before `work` begins.
 */
export type TabLock = <T>(name: TabTask, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** `jobs`: working on a job. `files`: copying videos, and deleting files that no job needs. */
export type TabTask = 'jobs' | 'files'

/** A Web Lock, which the browser frees when its tab is closed. Rejects where there are none (plain http). */
export const webLock: TabLock = async (name, work, signal) =>
  navigator.locks.request(scopedName(`clearcut-${name}`), { ...(signal && { signal }) }, work)

/** Names that one tab at a time can have, for as long as it is open. */
export interface TabNames {
  /**
   * Takes a name for as long as this page is there; returns false where another page has it for longer than `waitMs`: a
   * page that is being left may not have given it back yet.
   */
  hold(name: string, waitMs: number): Promise<boolean>
  /** Runs `work` while nobody has the name; undefined, without a run, where somebody has it. */
  whileFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
}

/** By Web Locks. Its methods reject where there are none (plain http). */
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
