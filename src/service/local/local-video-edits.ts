import type { JobId } from '#contract/ids.ts'
import { toServiceError } from '#contract/service-error.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { OnDeviceVideos } from '#service/background-service.ts'
import type { JobRetention } from './job-retention.ts'
import type { LayerRetention } from './layer-retention.ts'
import type { JobState } from './stored-job.ts'
import { readMatteWindow, sourceGone, sourcePath, type VideoStorage } from './video-storage.ts'
import type { VideoTools } from './video-workers.ts'

type EditParts = {
  readonly tools: Pick<VideoTools, 'carryEdits' | 'editFrame' | 'prepareFrame' | 'rateMattes' | 'findSubject'>
  readonly files: Pick<VideoStorage, 'read' | 'listMattes'>
  readonly layers: Pick<LayerRetention, 'hold'>
  readonly retention: Pick<JobRetention, 'sweep' | 'withRoom'>
  /** Rejects with `job_not_found` where there is no such job. */
  readonly find: (id: JobId) => Promise<JobState>
}

/** Edits of the videos of jobs, and the mattes that come of them. */
export const openVideoEdits = ({
  tools,
  files,
  find,
  layers,
  retention,
}: EditParts): Pick<
  OnDeviceVideos,
  'editFrame' | 'prepareFrame' | 'carryEdits' | 'mattes' | 'rateMattes' | 'findSubject'
> => {
  const mattesOf = async (id: JobId, edits: VideoEdits | undefined) => {
    const { videoHash, options } = await find(id)
    return { videoHash, level: options.level, ...(edits && { edits }) }
  }
  const requestOf = async (id: JobId) => {
    const stored = await find(id)
    const { videoHash, facts, options } = stored
    return { video: await readSource(files, stored), facts, videoHash, level: options.level }
  }
  return {
    editFrame: (id, edits, frame, call) =>
      withServiceErrors(async () => {
        const request = { ...(await requestOf(id)), edits, ...frame }
        return retention.withRoom(() => tools.editFrame(request, call))
      }),
    prepareFrame: (id, edits, atSeconds, call) =>
      withServiceErrors(async () => tools.prepareFrame({ ...(await requestOf(id)), edits, atSeconds }, call)),
    carryEdits: (id, edits, call) =>
      withServiceErrors(async () => {
        const request = await requestOf(id)
        layers.hold(request.videoHash, request.level, edits)
        const reaches = await retention.withRoom(() => tools.carryEdits({ ...request, edits }, call))
        // What was carried of the edits before these may be needed by nothing any more.
        void retention.sweep()
        return reaches
      }),
    rateMattes: (id, edits, call) =>
      withServiceErrors(async () => tools.rateMattes(await mattesOf(id, edits), call)),
    findSubject: (id, edits, call) =>
      withServiceErrors(async () => tools.findSubject(await mattesOf(id, edits), call)),
    mattes: (id, fromSeconds, edits) =>
      withServiceErrors(async () => readMatteWindow(files, await mattesOf(id, edits), fromSeconds)),
  }
}

/** The video of a job. Rejects with `job_not_found` where it has been deleted. */
export const readSource = async (
  files: Pick<VideoStorage, 'read'>,
  { videoHash }: Pick<JobState, 'videoHash'>,
): Promise<Blob> => {
  const video = await files.read(sourcePath(videoHash))
  if (!video) throw sourceGone()
  return video
}

/** The result of `work`, whose faults become `ServiceError`s. */
export const withServiceErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    throw toServiceError(thrown)
  }
}
