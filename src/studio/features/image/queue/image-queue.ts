import type { ImageAnswer } from '#contract/image-answer.ts'
import type { OnProgress } from '#contract/progress.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import { type RunLocation, runLocations } from '#studio/sending/run-location.tsx'
import { createRemovedItems, type RemovedItemsView } from '#studio/state/removed-items.ts'
import { createStore, type Store } from '#studio/state/store.ts'
import {
  advanceQueue,
  emptyQueue,
  find,
  isAtWork,
  nextWaiting,
  type Picture,
  type QueueEvent,
  type QueueItem,
  type QueueState,
  type ServiceResult,
} from './queue-state.ts'

type Call = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** Makes the first result of a picture on this device. Rejects with an abort when `signal` was aborted. */
export type CutOutPicture = (picture: Picture, call: Call) => Promise<ImageAnswer>

/** Has the service make one, which costs credits. Rejects like `Cut`. */
export type SendPicture = (picture: Picture, call: Call) => Promise<ServiceResult>

/**
 * Pictures that are cut on this device one after another by themselves, and sent to the service a few at a
 * time once that is asked for. A failure or a cancel of one never stops the others.
 */
export type ImageQueue = Pick<Store<QueueState>, 'get' | 'subscribe'> & {
  readonly add: (pictures: readonly Picture[]) => void
  /** Stops its work, if it is running, and takes it out. */
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** What was taken out. */
  readonly removedItems: RemovedItemsView<QueueItem>
  /** Puts it back; what was worked on here begins anew. */
  readonly undoRemove: () => void
  /** Forgets it for good. */
  readonly purge: () => void
  /** Stops its work, or keeps it from starting; the item stays and can be retried. */
  readonly cancel: (id: string) => void
  /** Starts again what failed or was stopped; on the service that is another request. */
  readonly retry: (id: string) => void
  /** Chooses where pictures run. This device begins at once, the service only with `send`. */
  readonly setRunLocation: (ids: readonly string[], runLocation: RunLocation, isForNext?: boolean) => void
  /** Sends pictures that run on the service, whether for the first time or again. Costs credits. */
  readonly send: (ids: readonly string[]) => void
  /** No service is connected any more: what was still to be sent runs on this device. */
  readonly disconnect: () => void
  /** Notes what a later request for the item (another recipe, a save) reports; null when it is over. */
  readonly report: (id: string, progress: Parameters<OnProgress>[0] | null) => void
}

/** How many pictures are worked on at a time, by run location. */
const maxConcurrent: Readonly<Record<RunLocation, number>> = { device: 1, service: 2 }

type Running = { readonly id: string; readonly runLocation: RunLocation; readonly abort: AbortController }

/** `preferredId` names the picture that is worked on before the others, or null. */
export function createImageQueue(
  cut: CutOutPicture,
  send: SendPicture,
  preferredId: () => string | null = () => null,
): ImageQueue {
  const store = createStore<QueueState>(emptyQueue)
  const running = new Map<string, Running>()
  const removedItems = createRemovedItems<QueueItem>()

  const dispatch = (event: QueueEvent) => store.set((state) => advanceQueue(state, event))

  const stop = (id: string) => {
    running.get(id)?.abort.abort()
    running.delete(id)
  }

  const finish = async ({ id, runLocation, ...picture }: QueueItem, call: Call): Promise<QueueEvent> =>
    runLocation === 'service'
      ? { type: 'answered', id, sent: await send({ id, ...picture }, call) }
      : { type: 'finished', id, answer: await cut({ id, ...picture }, call) }

  async function workOn(item: QueueItem): Promise<void> {
    const { id, runLocation } = item
    const mine: Running = { id, runLocation, abort: new AbortController() }
    running.set(id, mine)
    const isMine = () => running.get(id) === mine
    const tell = (event: QueueEvent) => isMine() && dispatch(event)
    dispatch({ type: 'started', id })
    try {
      const { signal } = mine.abort
      const onProgress = throttleProgress((progress) => tell({ type: 'progressed', id, progress }))
      tell(await finish(item, { signal, onProgress }))
    } catch (thrown) {
      const error = toServiceError(thrown)
      tell(isAbort(error) ? { type: 'cancelled', id } : { type: 'failed', id, error })
    } finally {
      if (isMine()) running.delete(id)
      startNext()
    }
  }

  /** Starts waiting pictures wherever there is room. */
  function startNext(): void {
    for (const runLocation of runLocations) {
      const busy = [...running.values()].filter((each) => each.runLocation === runLocation).length
      const next =
        busy < maxConcurrent[runLocation] ? nextWaiting(store.get(), runLocation, preferredId()) : null
      if (!next) continue
      void workOn(next)
      startNext()
    }
  }

  const dispatchAndStart = (event: QueueEvent) => {
    dispatch(event)
    startNext()
  }
  const itemsOf = (ids: readonly string[]) => ids.flatMap((id) => find(store.get(), id) ?? [])

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (pictures) => dispatchAndStart({ type: 'added', pictures }),
    remove: (id) => {
      removedItems.add(itemsOf([id]), store.get().items)
      stop(id)
      dispatchAndStart({ type: 'removed', id })
    },
    clear: () => {
      const { items } = store.get()
      removedItems.add(items, items)
      for (const id of [...running.keys()]) stop(id)
      dispatch({ type: 'cleared' })
    },
    removedItems,
    undoRemove: () => {
      dispatchAndStart({ type: 'putBack', taken: removedItems.get() })
      removedItems.takeAll()
    },
    purge: () => void removedItems.takeAll(),
    cancel: (id) => {
      const item = find(store.get(), id)
      if (!item || !isAtWork(item)) return
      stop(id)
      dispatchAndStart({ type: 'cancelled', id })
    },
    retry: (id) => dispatchAndStart({ type: 'retried', id }),
    setRunLocation: (ids, runLocation, isForNext = false) => {
      for (const item of itemsOf(ids))
        if (item.runLocation === 'device' && runLocation === 'service') stop(item.id)
      dispatchAndStart({ type: 'locationChosen', ids, runLocation, isForNext })
    },
    send: (ids) => {
      for (const item of itemsOf(ids))
        if (item.runLocation === 'service' && !isAtWork(item)) dispatch({ type: 'retried', id: item.id })
      startNext()
    },
    disconnect: () => {
      const open = store
        .get()
        .items.filter(({ runLocation, state }) => runLocation === 'service' && state !== 'done')
      for (const { id } of open) if (running.has(id)) stop(id)
      for (const item of open) if (isAtWork(item)) dispatch({ type: 'cancelled', id: item.id })
      dispatchAndStart({
        type: 'locationChosen',
        ids: open.map(({ id }) => id),
        runLocation: 'device',
        isForNext: true,
      })
    },
    report: (id, progress) => dispatch({ type: 'progressed', id, progress }),
  }
}
