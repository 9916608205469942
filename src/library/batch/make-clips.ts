import { sleep } from '#base/timers.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import type { JobId } from '#contract/ids.ts'
import { isTerminal, pollDelayMs } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { toComposition } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { toVideoOptions } from '#library/recipe/video-recipe.ts'
import { folderJobItem } from '#library/store/owned-jobs.ts'
import type { MadeOutput } from './make-pictures.ts'

/** A clip with a person's edits. */
type ClipToMake = { readonly file: File; readonly edits: VideoEdits | null }

/** The extension of a recipe's clips. */
export const clipExtension = ({ clip }: SavedRecipe): string => videoFormats[clip.format].extension

/**
 * Makes a clip as job `id` of this device, which continues if it exists. Deletes the job when `take` resolves; if
 * `take` rejects the job stays, so that the next try need not render again.
 */
export const makeClip = async (
  device: BackgroundService,
  { file, edits }: ClipToMake,
  recipe: SavedRecipe,
  id: JobId,
  { signal = new AbortController().signal, onProgress }: CallOptions,
  take: (output: MadeOutput) => Promise<void>,
): Promise<void> => {
  const { onDevice } = device
  if (!onDevice) throw new ServiceError('internal_server_error')
  const { videos } = onDevice
  const parts = toComposition(recipe.clip, recipe.picture)
  const leave = videos.watch(({ job, progress }) => {
    if (job.id === id && progress) onProgress?.(progress)
  })
  try {
    await device.submitVideo(file, toVideoOptions(recipe.clip), {
      signal,
      id,
      item: folderJobItem(id),
      ...(parts && { parts }),
      ...(edits && { edits }),
    })
    let now = await device.getJob(id, { signal })
    for (let looks = 0; !isTerminal(now); looks++) {
      await sleep(pollDelayMs(looks), signal)
      now = await device.getJob(id, { signal })
    }
    if (now.error) {
      await discardJob(device, id)
      const { code, ...facts } = now.error
      throw ServiceError.fromPlain({ code: isErrorCode(code) ? code : 'invalid_video', ...facts })
    }
    const content = await device.getResult(id, { signal })
    const { output_width: width = 0, output_height: height = 0 } = now.stats ?? {}
    const leftOut = (await videos.list()).find(({ job }) => job.id === id)?.leftOut
    await take({
      content,
      extension: clipExtension(recipe),
      size: { width, height },
      doubt: null,
      ...(leftOut && { leftOut }),
    })
    await discardJob(device, id)
  } catch (thrown) {
    if (signal.aborted) await discardJob(device, id)
    throw thrown
  } finally {
    leave()
  }
}

/** Cancels and deletes a job if it exists. Never rejects. */
export const discardJob = async ({ onDevice }: BackgroundService, id: JobId): Promise<void> => {
  await onDevice?.videos.cancel(id).catch(() => {})
  await onDevice?.videos.forget(id).catch(() => {})
}
