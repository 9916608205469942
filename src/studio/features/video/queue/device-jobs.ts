import type { JobId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { JobChange, OnDevice, OnDeviceVideos, VideoInput } from '#service/background-service.ts'
import { sameTrim } from '#studio/features/video/trim/trim-range.ts'
import { createWorkQueue } from '#studio/items/work-queue.ts'
import { activeJob, type StartDetails, type VideoItem, type VideoJob } from './video-item.ts'
import type { VideoEvent } from './video-state.ts'

/** Probes videos for their facts. */
type VideoProber = {
  /** Dispatches the facts or the error. A new probe of the same video cancels the one before. */
  readonly probe: (id: string, file: Blob) => Promise<void>
  /**
   * Fetches the file of a video that a job of an earlier visit was made from, and probes it. Never rejects: without
   * the file the results can still be saved, but not played beside it or made in another format.
   */
  readonly loadSource: (item: VideoItem | null) => Promise<void>
  /** Ends the probe of a video, so that the next one starts at once. */
  readonly cancel: (id: string) => void
}

export function createVideoProber(
  device: OnDevice | null,
  dispatch: (id: string, event: VideoEvent) => void,
): VideoProber {
  const loading = new Map<string, Promise<void>>()
  const work = createWorkQueue<VideoEvent>({
    dispatch,
    toFailure: (error) => ({ type: 'failed', error }),
  })
  const probe = (id: string, file: Blob) =>
    work.start(id, 'probe', async ({ signal }) => {
      if (!device) throw new ServiceError('invalid_video')
      return { type: 'probed', facts: await device.workers.probeVideo({ video: file }, { signal }) }
    })
  const readSource = async (id: string, jobId: JobId) => {
    if (!device) return
    try {
      const file = await device.videos.source(jobId)
      dispatch(id, { type: 'sourced', file })
      await probe(id, file)
    } catch {
      // The results can still be saved.
    }
  }
  return {
    probe,
    // Asked again while it loads, it gives the same promise.
    loadSource: async (item) => {
      const newest = item?.jobs[0]
      if (!item || item.file || !newest) return
      const { id } = item
      const load = loading.get(id) ?? readSource(id, newest.job.id)
      loading.set(id, load)
      await load.finally(() => loading.delete(id))
    },
    cancel: work.stop,
  }
}

/**
 * The file to submit: the whole video, or the chosen part as a file of its own. The same part is cut only once, so
 * that another format reuses the mattes of the first. Rejects where it cannot be cut.
 */
export async function fileToSubmit(
  { file, facts, name, trim, jobs }: VideoItem,
  device: OnDevice | null,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<Blob> {
  if (!file) throw new ServiceError('invalid_video')
  // A file of an earlier visit has another name in the browser's own file system.
  const isNamed = file instanceof File && file.name === name
  if (trim === null) return isNamed ? file : new File([file], name, { type: file.type })
  const before = jobs.find((entry) => entry.source && sameTrim(entry.trim, trim))?.source
  if (before) return before
  if (!device || !facts) throw new ServiceError('validation_error')
  const part = await device.workers.trim({ video: file, facts, ...trim }, { signal, onProgress })
  return new File([part], name, { type: part.type || file.type })
}

/** The service's alpha that the newest job of an earlier visit was made with, so that another try uses it too. */
export const givenAlphaOf = (
  item: VideoItem | null,
  videos: Pick<OnDeviceVideos, 'givenAlpha'> | undefined,
): Pick<StartDetails, 'alphaFrom'> => {
  const before = item?.isRestored ? item.jobs[0] : undefined
  return videos && before?.isAlphaGiven ? { alphaFrom: () => videos.givenAlpha(before.job.id) } : {}
}

/** What is submitted: the link of a video that is too large to be sent whole, where it has one. */
export const inputOf = ({ trim, url }: VideoItem, source: Blob): VideoInput =>
  trim === null && url !== null && source.size > limits.video.maxUploadBytes ? { url } : source

/** Pauses a job or resumes it. Shows that at once, and reverts it where it cannot be stored. Never rejects. */
export async function toggleJobPause(
  { job, pause = { state: 'over', at: '' } }: VideoJob,
  videos: OnDeviceVideos,
  show: (change: JobChange) => void,
): Promise<void> {
  const isPaused = pause.state === 'on'
  show({
    job,
    pause: isPaused ? { ...pause, state: 'ending' } : { state: 'on', at: new Date().toISOString() },
  })
  try {
    await (isPaused ? videos.resume(job.id) : videos.pause(job.id))
  } catch {
    show({ job, pause })
  }
}

/** Deletes a job that was cancelled before it was listed; `removedJobs` then has it. */
export async function discardJob(
  id: JobId,
  removedJobs: Set<string>,
  videos: Pick<OnDeviceVideos, 'cancel' | 'forget'> | undefined,
): Promise<void> {
  removedJobs.add(id)
  await videos?.cancel(id)
  await videos?.forget(id)
}

/** Cancels the unfinished job of a video where this device runs it. Never rejects. */
export async function cancelDeviceJob(
  item: VideoItem,
  videos: Pick<OnDeviceVideos, 'cancel'> | undefined,
): Promise<void> {
  const running = activeJob(item)
  if (running?.runLocation === 'device') await videos?.cancel(running.job.id).catch(() => undefined)
}

/** Says of the jobs of a video whether it is off the list, so that none comes back on a later page. Never rejects. */
export async function setRemoved(
  { jobs }: VideoItem,
  videos: Pick<OnDeviceVideos, 'setRemoved'> | undefined,
  isRemoved: boolean,
): Promise<void> {
  const ids = jobs.flatMap(({ job, runLocation }) => (runLocation === 'device' ? [job.id] : []))
  await videos?.setRemoved(ids, isRemoved).catch(() => undefined)
}

/** Cancels the work of a video on this device and deletes the results that were made here. Never rejects. */
export async function forgetDeviceJobs(
  item: VideoItem,
  videos: Pick<OnDeviceVideos, 'cancel' | 'forget'> | undefined,
): Promise<void> {
  await cancelDeviceJob(item, videos)
  for (const { job, runLocation } of item.jobs)
    if (runLocation === 'device') await videos?.forget(job.id).catch(() => undefined)
}
