import { baseName } from '#base/file-names.ts'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { SaveCall } from '#library/save.ts'
import { acceptedName, PlaceRefused, pickNewFolder, type SavePlace, saveFile } from '#library/sink.ts'
import type { VideoItem, VideoJob } from '#library/videos/video-item.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { failureOf } from '#studio/media/save-failure.ts'
import { createSaver, type Saver } from '#studio/media/saver.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

/** Saves the frames of a result of this device as pictures, one result at a time. */
export type SaveFrames = Omit<Saver, 'start'> & {
  readonly start: (item: VideoItem, result: VideoJob, place: SavePlace) => void
}

/** Saves frames until the page is closed. */
export function createSaveFrames({
  service,
  announcer,
}: Pick<KindParts, 'service' | 'announcer'>): SaveFrames {
  const saver = createSaver(announcer)
  const pack = async (item: VideoItem, { job }: VideoJob, place: SavePlace, call: SaveCall) => {
    const videos = service.onDevice?.videos
    if (!videos) throw new ServiceError('job_not_found')
    const { signal } = call
    const { sequence } = item.recipe
    const name = baseName(item.name)
    const together = `${name}-${sequenceFormats[sequence.format].folder}`
    const folder = place === 'folder' ? await pickNewFolder(together) : null
    try {
      const accepted = folder ? await acceptedName(folder.handle, name) : name
      signal.throwIfAborted()
      const onProgress = throttleProgress((next) => call.onProgress({ done: 0, total: 1, next }))
      // The worker writes into the folder itself.
      const wanted = { sequence, name: accepted, folder: folder?.handle ?? null }
      const { zip, bytes } = await videos.packFrames(job.id, wanted, { signal, onProgress })
      if (zip) saveFile(zip, `${together}.zip`)
      const text = messages.saving.saved(folder?.name ?? `${together}.zip`, bytes)
      return accepted === name ? text : `${text}. ${messages.saving.renamed([accepted])}`
    } catch (thrown) {
      void folder?.remove()
      // The full disk is that of the folder, not the storage of this browser.
      const isPlaceFull = folder && isServiceError(thrown) && thrown.reason === 'disk_full'
      throw isPlaceFull ? new PlaceRefused('', { cause: thrown }) : thrown
    }
  }
  return {
    ...saver,
    start: (item, result, place) =>
      saver.start(
        { id: result.job.id, action: 'frames' },
        (call) => pack(item, result, place, call),
        failureText,
      ),
  }
}

/** Null if the user closed the browser's file dialog, and so knows that nothing was saved. */
const failureText = (thrown: unknown, { aborted }: AbortSignal): string | null =>
  aborted ? messages.video.frames.cancelled : failureOf(thrown, (error) => videoErrorSummary(error, 'device'))
