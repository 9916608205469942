import type { Size } from '#base/geometry.ts'
import { createStore, type Store } from '#base/store.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { EditChange, EditHistory } from '#library/history/edit-history.ts'
import { findItem, isInProgress, type RunLocation, runLocations } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import { type ItemList, type ItemsOfKind, itemsOfKind } from '#library/items/item-list.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import { createWorkQueue } from '#library/items/work-queue.ts'
import { toImageOptions } from '#library/recipe/recipe.ts'
import {
  advancePicture,
  interrupted,
  isPicture,
  keepsLook,
  nextWaiting,
  type Picture,
  type PictureEvent,
  type PictureItem,
  type ServiceResult,
} from './picture-item.ts'
import { asThumbnail, keyOf } from './picture-output.ts'

type Call = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** How a cut-out is followed and stopped. */
export type CutCall = Call & {
  /** Shows a first look before the result of the level. */
  readonly onFirstLook: (answer: ImageAnswer) => void
}

/** Makes the first result of a picture on this device. Rejects with an abort if `signal` is aborted. */
export type CutOutPicture = (
  picture: Picture & Pick<PictureItem, 'recipe'>,
  call: CutCall,
) => Promise<ImageAnswer>

/** Requests the result of a picture from the connected service, which costs credits. Rejects like `CutOutPicture`. */
export type SendPicture = (
  picture: Picture & Pick<PictureItem, 'recipe'>,
  call: Call,
) => Promise<ServiceResult>

/** Makes a small copy of a result. */
type ToThumbnail = (image: Blob, size: Size) => Promise<Blob>

/**
 * The work on the list's pictures. This device cuts them out one by one automatically; the service gets a few at a
 * time, after `send`. An error or cancel never affects other pictures.
 */
export type ImageQueue = Pick<Store<ItemsOfKind<PictureItem>>, 'get' | 'subscribe'> & {
  /** Work when pictures are added, removed and restored. */
  readonly lifecycle: Pick<ItemKind<PictureItem>, 'begin' | 'stop' | 'toRestored' | 'resume'>
  /** Where later pictures run. */
  readonly next: Pick<Store<{ readonly runLocation: RunLocation }>, 'get' | 'subscribe'>
  /** Stops or dequeues a picture, which stays in the list and can be retried. */
  readonly cancel: (id: string) => void
  /** Restarts a failed or cancelled picture; on the service that is a new request. */
  readonly retry: (id: string) => void
  /** Sets where pictures run; `isForNext`: later ones too. This device starts at once, the service waits for `send`. */
  readonly setRunLocation: (ids: readonly string[], runLocation: RunLocation, isForNext?: boolean) => void
  /** Sends pictures to the service, for the first time or again. Costs credits. */
  readonly send: (ids: readonly string[]) => void
  /** Moves unfinished pictures to this device when the service is disconnected. */
  readonly disconnect: () => void
  /** Changes the edits of a picture, also while it is being processed. */
  readonly edit: (id: string, change: EditChange) => void
  /** Restores edits of an earlier visit to an unedited picture. */
  readonly restoreEdits: (id: string, edits: EditHistory) => void
  /** Records that a file was made of the shown result: a first look then stays. */
  readonly use: (id: string) => void
  /** Shows the offered result in place of a first look. */
  readonly takeBetter: (id: string) => void
  /** Makes the thumbnail of a new result; `look`: the key of `asThumbnail`. */
  readonly makeThumbnail: (id: string, made: ImageAnswer, look: string) => void
  /** Sets the progress of a later request, such as a save; null when it ends. */
  readonly report: (id: string, progress: Parameters<OnProgress>[0] | null) => void
}

/** Whether a picture is being cut out or waits for it. */
export const hasWork = ({ items }: ItemsOfKind<PictureItem>): boolean =>
  items.some(({ phase }) => isInProgress(phase))

/** Pictures processed at a time, by run location. */
const maxConcurrent: Readonly<Record<RunLocation, number>> = { device: 1, service: 2 }

/** Processes the pictures of `list`, the selected one first. */
export function createImageQueue(
  list: Pick<ItemList, 'get' | 'subscribe' | 'update'>,
  cut: CutOutPicture,
  send: SendPicture,
  toThumbnail: ToThumbnail,
): ImageQueue {
  const pictures = itemsOfKind(list, isPicture)
  const next = createStore<{ readonly runLocation: RunLocation }>({ runLocation: 'device' })

  const dispatch = (id: string, event: PictureEvent) =>
    list.update(id, (item) => (isPicture(item) ? advancePicture(item, event) : item))

  const work = createWorkQueue<PictureEvent>({
    dispatch,
    toFailure: (error) => ({ type: 'failed', error }),
    aborted: { type: 'stopped' },
    onEnd: () => startNext(),
  })

  // Neither keeps a result alive after its thumbnail is made.
  const seen = new WeakSet<Blob>()
  const newest = new Map<string, Blob>()
  const makeThumbnail: ImageQueue['makeThumbnail'] = (id, { image, facts }, look) => {
    if (seen.has(image)) return
    seen.add(image)
    newest.set(id, image)
    const end = (thumbnail?: Blob) => {
      if (newest.get(id) !== image) return
      newest.delete(id)
      if (thumbnail) dispatch(id, { type: 'pictured', thumbnail, look })
    }
    // Without a thumbnail the row shows the picture.
    toThumbnail(image, facts).then(end, () => end())
  }
  /** The first result has neither edits nor a composition. */
  const makeFirstThumbnail = ({ id, recipe }: Pick<PictureItem, 'id' | 'recipe'>, answer: ImageAnswer) =>
    makeThumbnail(id, answer, keyOf(asThumbnail({ options: toImageOptions(recipe) })))
  const finish = async ({ runLocation, ...item }: PictureItem, call: CutCall): Promise<PictureEvent> => {
    const sent = runLocation === 'service' ? await send(item, call) : null
    const answer = sent?.answer ?? (await cut(item, call))
    const now = find(item.id)
    if (!call.signal.aborted && !(now && keepsLook(now))) makeFirstThumbnail(item, answer)
    return sent ? { type: 'answered', sent } : { type: 'finished', answer }
  }

  const workOn = (item: PictureItem) =>
    work.start(item.id, item.runLocation, ({ signal, report }) => {
      dispatch(item.id, { type: 'started' })
      return finish(item, {
        signal,
        onProgress: throttleProgress((progress) => report({ type: 'progressed', progress })),
        onFirstLook: (answer) => {
          report({ type: 'looked', answer })
          if (!signal.aborted) makeFirstThumbnail(item, answer)
        },
      })
    })

  /** Starts waiting pictures while fewer than `maxConcurrent` are running. */
  function startNext(): void {
    const { items, selectedId } = list.get()
    for (const runLocation of runLocations) {
      const waiting =
        work.countRunning(runLocation) < maxConcurrent[runLocation]
          ? nextWaiting(items.filter(isPicture), runLocation, selectedId)
          : null
      if (!waiting) continue
      void workOn(waiting)
      startNext()
      return
    }
  }

  const dispatchAndStart = (id: string, event: PictureEvent) => {
    dispatch(id, event)
    startNext()
  }
  const find = (id: string) => findItem(pictures.get().items, id)
  const setRunLocation: ImageQueue['setRunLocation'] = (ids, runLocation, isForNext = false) => {
    if (isForNext) next.set({ runLocation })
    for (const id of ids) {
      if (runLocation === 'service' && find(id)?.runLocation === 'device') work.stop(id)
      dispatch(id, { type: 'locationChosen', runLocation })
    }
    startNext()
  }

  return {
    get: pictures.get,
    subscribe: pictures.subscribe,
    next,
    lifecycle: {
      begin: startNext,
      stop: ({ id }) => {
        work.stop(id)
        startNext()
      },
      toRestored: interrupted,
      resume: startNext,
    },
    cancel: (id) => {
      const item = find(id)
      if (!item || !isInProgress(item.phase)) return
      work.stop(id)
      dispatchAndStart(id, { type: 'stopped' })
    },
    retry: (id) => dispatchAndStart(id, { type: 'retried' }),
    setRunLocation,
    send: (ids) => {
      for (const id of ids) {
        const item = find(id)
        if (item?.runLocation === 'service' && !isInProgress(item.phase)) dispatch(id, { type: 'retried' })
      }
      startNext()
    },
    disconnect: () => {
      const open = pictures
        .get()
        .items.filter(({ runLocation, phase }) => runLocation === 'service' && phase !== 'done')
      for (const { id } of open) work.stop(id)
      for (const item of open) if (isInProgress(item.phase)) dispatch(item.id, { type: 'stopped' })
      setRunLocation(
        open.map(({ id }) => id),
        'device',
        true,
      )
    },
    edit: (id, change) => dispatch(id, { type: 'edited', change }),
    restoreEdits: (id, edits) => dispatch(id, { type: 'editsRestored', edits }),
    use: (id) => dispatch(id, { type: 'used' }),
    takeBetter: (id) => dispatch(id, { type: 'betterTaken' }),
    makeThumbnail,
    report: (id, progress) => dispatch(id, { type: 'progressed', progress }),
  }
}
