import { createStore, type Store } from '#base/store.ts'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { VideoItem, VideoJob } from '#library/videos/video-item.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { baseName, saveFile } from '#studio/media/save-file.ts'
import { pickNewFolder, type SavePlace } from '#studio/media/save-folder.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

const { frames: texts, actions: actionTexts } = messages.video

/** How far the frames of a result are saved, and what came of the last attempt. */
type FramesState = {
  /** The job whose frames are being written, and the progress; null while none are. */
  readonly running: { readonly id: JobId; readonly progress: Progress | null } | null
  /** The outcome of the last attempt; null before the first. */
  readonly message: { readonly id: JobId; readonly text: string; readonly isError: boolean } | null
}

/** Saves the frames of a result of this device as pictures, one result at a time. */
export type SaveFrames = Pick<Store<FramesState>, 'get' | 'subscribe'> & {
  readonly start: (item: VideoItem, result: VideoJob, place: SavePlace) => void
  readonly cancel: () => void
  /** Forgets the outcome of the last attempt. */
  readonly reset: () => void
}

/** Saves frames for as long as the page is there. */
export function createSaveFrames({
  service,
  announcer,
}: Pick<KindParts, 'service' | 'announcer'>): SaveFrames {
  const store = createStore<FramesState>({ running: null, message: null })
  let abort: AbortController | null = null

  const pack = async (item: VideoItem, id: JobId, place: SavePlace, signal: AbortSignal): Promise<string> => {
    const videos = service.onDevice?.videos
    if (!videos) throw new ServiceError('job_not_found')
    const { sequence } = item.recipe
    const name = baseName(item.name)
    const together = `${name}-${sequenceFormats[sequence.format].folder}`
    const folder = place === 'folder' ? await pickNewFolder(together) : null
    try {
      signal.throwIfAborted()
      const onProgress = throttleProgress((progress) =>
        store.set((state) => (state.running ? { ...state, running: { id, progress } } : state)),
      )
      const wanted = { sequence, name, folder: folder?.handle ?? null }
      const { zip, bytes } = await videos.packFrames(id, wanted, { signal, onProgress })
      if (zip) saveFile(zip, `${together}.zip`)
      return actionTexts.saved(folder?.name ?? `${together}.zip`, bytes)
    } catch (thrown) {
      void folder?.remove()
      throw thrown
    }
  }
  const start = async (item: VideoItem, id: JobId, place: SavePlace) => {
    abort = new AbortController()
    store.set({ running: { id, progress: null }, message: null })
    const { signal } = abort
    const { text, isError } = await pack(item, id, place, signal).then(
      (saved) => ({ text: saved, isError: false }),
      (thrown: unknown) => ({
        text: errorMessage(thrown, signal),
        isError: !isAbort(toServiceError(thrown)),
      }),
    )
    store.set({ running: null, message: text ? { id, text, isError } : null })
    if (text) announcer.announce(text)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (item, { job }, place) => {
      if (!store.get().running) void start(item, job.id, place)
    },
    cancel: () => abort?.abort(),
    reset: () => store.set((state) => (state.running ? state : { ...state, message: null })),
  }
}

/** Empty where the person closed the browser's own file dialog, and so knows that nothing was saved. */
const errorMessage = (thrown: unknown, signal: AbortSignal): string => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return signal.aborted ? texts.cancelled : ''
  return videoErrorSummary(error, 'device')
}
