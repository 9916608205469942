import type { ImageAnswer } from '#contract/image-answer.ts'
import type { OnProgress } from '#contract/progress.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { EditChange, EditHistory } from '#studio/edit/edit-history.ts'
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
  type PreparedSource,
  type QueueEvent,
  type QueueItem,
  type QueueState,
  type ServiceResult,
} from './queue-state.ts'

type Call = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

type CutCall = Call & {
  /** Tells what this device reads in place of the file, before the work on it begins. */
  readonly onPrepared: (prepared: PreparedSource) => void
}

/** Makes the first result of a picture on this device. Rejects with an abort when `signal` was aborted. */
export type CutOutPicture = (
  picture: Picture & Pick<QueueItem, 'prepared'>,
  call: CutCall,
) => Promise<ImageAnswer>

/** Has the connected service make the result of a picture, which costs credits. Rejects like `CutOutPicture`. */
export type SendPicture = (picture: Picture, call: Call) => Promise<ServiceResult>

/**
 * The list of pictures and the work on them. This device cuts them out one after another, without being asked; the
 * service gets a few at a time, after `send`. An error or a cancel of one picture never stops the others.
 */
export type ImageQueue = Pick<Store<QueueState>, 'get' | 'subscribe'> & {
  readonly add: (pictures: readonly Picture[]) => void
  /** Stops the work on a picture and removes it. */
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** The pictures that can still be restored. */
  readonly removedItems: RemovedItemsView<QueueItem>
  /** Restores them; this device starts interrupted work again. */
  readonly undoRemove: () => void
  /** Drops them for good. */
  readonly purge: () => void
  /** Stops the work on a picture, or takes it from the waiting ones; the picture stays and can be retried. */
  readonly cancel: (id: string) => void
  /** Starts a failed or cancelled picture again; on the service that is another request. */
  readonly retry: (id: string) => void
  /**
   * Sets where pictures run; `isForNext` also where later ones run. This device starts at once, the service waits for
   * `send`.
   */
  readonly setRunLocation: (ids: readonly string[], runLocation: RunLocation, isForNext?: boolean) => void
  /** Sends pictures that run on the service, for the first time or again. Costs credits. */
  readonly send: (ids: readonly string[]) => void
  /** Moves unfinished pictures to this device, since no service is connected any more. */
  readonly disconnect: () => void
  /** Changes the edits of a picture, also while it is at work. */
  readonly edit: (id: string, change: EditChange) => void
  /** Gives a picture that was not edited yet the edits of an earlier visit. */
  readonly restoreEdits: (id: string, edits: EditHistory) => void
  /** Sets the progress of a later request for a picture (another recipe, a save); null when it ends. */
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

  const finish = async ({ id, runLocation, ...picture }: QueueItem, call: CutCall): Promise<QueueEvent> =>
    runLocation === 'service'
      ? { type: 'answered', id, sent: await send({ id, ...picture }, call) }
      : { type: 'finished', id, answer: await cut({ id, ...picture }, call) }

  async function workOn(item: QueueItem): Promise<void> {
    const { id, runLocation } = item
    const mine: Running = { id, runLocation, abort: new AbortController() }
    running.set(id, mine)
    // A picture that was stopped, and maybe started again, must not hear of the earlier work.
    const isMine = () => running.get(id) === mine
    const report = (event: QueueEvent) => isMine() && dispatch(event)
    dispatch({ type: 'started', id })
    try {
      const { signal } = mine.abort
      const onProgress = throttleProgress((progress) => report({ type: 'progressed', id, progress }))
      const onPrepared = (prepared: PreparedSource) => report({ type: 'prepared', id, prepared })
      report(await finish(item, { signal, onProgress, onPrepared }))
    } catch (thrown) {
      const error = toServiceError(thrown)
      report(isAbort(error) ? { type: 'cancelled', id } : { type: 'failed', id, error })
    } finally {
      if (isMine()) running.delete(id)
      startNext()
    }
  }

  /** Starts waiting pictures where fewer than `maxConcurrent` are running. */
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
      dispatchAndStart({ type: 'restored', removed: removedItems.get() })
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
    edit: (id, change) => dispatch({ type: 'edited', id, change }),
    restoreEdits: (id, edits) => dispatch({ type: 'editsRestored', id, edits }),
    report: (id, progress) => dispatch({ type: 'progressed', id, progress }),
  }
}
