import type { ImageAnswer } from '#contract/image-answer.ts'
import type { OnProgress } from '#contract/progress.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { createStore, type Store } from '#studio/state/create-store.ts'
import { paceProgress } from './pace-progress.ts'
import {
  advanceQueue,
  emptyQueue,
  find,
  nextWaiting,
  type Picture,
  type QueueEvent,
  type QueueState,
} from './queue-state.ts'

/** Makes the first result of a picture. Rejects with an abort when `signal` was aborted. */
export type Cut = (
  picture: Picture,
  call: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
) => Promise<ImageAnswer>

/** Pictures that are cut one after another. A failure or a cancel of one never stops the others. */
export type ImageQueue = Pick<Store<QueueState>, 'get' | 'subscribe'> & {
  readonly add: (pictures: readonly Picture[]) => void
  readonly select: (id: string) => void
  /** Stops its work, if it is running, and takes it out. */
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** Stops its work, or keeps it from starting; the item stays and can be retried. */
  readonly cancel: (id: string) => void
  readonly retry: (id: string) => void
  /** Notes what a later request for the item (another recipe, a save) reports; null when it is over. */
  readonly report: (id: string, progress: Parameters<OnProgress>[0] | null) => void
}

export function createImageQueue(cut: Cut): ImageQueue {
  const store = createStore<QueueState>(emptyQueue)
  let running: { readonly id: string; readonly abort: AbortController } | null = null

  const dispatch = (event: QueueEvent) => store.set((state) => advanceQueue(state, event))

  const stop = (id: string) => {
    if (running?.id !== id) return
    running.abort.abort()
    running = null
  }

  async function workOn(picture: Picture): Promise<void> {
    const mine = { id: picture.id, abort: new AbortController() }
    running = mine
    const isMine = () => running === mine
    dispatch({ type: 'started', id: picture.id })
    try {
      const answer = await cut(picture, {
        signal: mine.abort.signal,
        onProgress: paceProgress(
          (progress) => isMine() && dispatch({ type: 'progressed', id: picture.id, progress }),
        ),
      })
      if (isMine()) dispatch({ type: 'finished', id: picture.id, answer })
    } catch (thrown) {
      const error = toServiceError(thrown)
      if (!isMine()) return
      dispatch(
        isAbort(error) ? { type: 'cancelled', id: picture.id } : { type: 'failed', id: picture.id, error },
      )
    } finally {
      if (isMine()) running = null
      pump()
    }
  }

  /** Starts the next picture when none is being worked on. */
  function pump(): void {
    const next = running ? null : nextWaiting(store.get())
    if (next) void workOn(next)
  }

  const thenPump = (event: QueueEvent) => {
    dispatch(event)
    pump()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (pictures) => thenPump({ type: 'added', pictures }),
    select: (id) => dispatch({ type: 'selected', id }),
    remove: (id) => {
      stop(id)
      thenPump({ type: 'removed', id })
    },
    clear: () => {
      if (running) stop(running.id)
      dispatch({ type: 'cleared' })
    },
    cancel: (id) => {
      const state = find(store.get(), id)?.state
      if (state !== 'working' && state !== 'waiting') return
      stop(id)
      thenPump({ type: 'cancelled', id })
    },
    retry: (id) => thenPump({ type: 'retried', id }),
    report: (id, progress) => dispatch({ type: 'progressed', id, progress }),
  }
}
