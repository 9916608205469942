import type { JobId } from '#contract/ids.ts'
import { toServiceError } from '#contract/service-error.ts'
import type { OnDeviceVideos } from '#library/background-service.ts'
import type { JobRetention } from '#library/store/job-retention.ts'
import type { LayerRetention } from '#library/store/layer-retention.ts'
import type { JobState } from '#library/store/stored-job.ts'
import {
  mattesPath,
  readMatteWindow,
  sourceGone,
  sourcePathOf,
  type VideoStorage,
} from '#library/store/video-storage.ts'
import { callOfJobs, type JobCalls, type WorkerCalls } from '#library/workers/worker-calls.ts'

type EditParts = {
  readonly tools: Pick<WorkerCalls, keyof JobCalls | 'propagateEdits' | 'editFrame'>
  readonly files: Pick<VideoStorage, 'read' | 'listMattes'>
  readonly layers: Pick<LayerRetention, 'hold'>
  readonly retention: Pick<JobRetention, 'sweep' | 'withRoom'>
  /** Rejects with `job_not_found` if there is no such job. */
  readonly find: (id: JobId) => Promise<JobState>
}

/** Edits of job videos, and the resulting mattes. */
export const openVideoEdits = ({
  tools,
  files,
  find,
  layers,
  retention,
}: EditParts): Pick<OnDeviceVideos, keyof JobCalls | 'editFrame' | 'propagateEdits' | 'mattes'> => {
  const requestOf = async (id: JobId) => {
    const stored = await find(id)
    const { facts, options } = stored
    return { video: await readSource(files, stored), facts, mattes: mattesPath(stored), level: options.level }
  }
  return {
    ...callOfJobs(tools, (id) => withServiceErrors(() => requestOf(id))),
    editFrame: (id, edits, frame, call) =>
      withServiceErrors(async () => {
        const request = { ...(await requestOf(id)), edits, ...frame }
        return retention.withRoom(() => tools.editFrame(request, call))
      }),
    propagateEdits: (id, edits, call) =>
      withServiceErrors(async () => {
        const request = await requestOf(id)
        layers.hold(request.mattes, edits)
        const reaches = await retention.withRoom(() => tools.propagateEdits({ ...request, edits }, call))
        // Layers of the previous edits may be unneeded now.
        void retention.sweep()
        return reaches
      }),
    mattes: (id, fromSeconds, edits) =>
      withServiceErrors(async () => readMatteWindow(files, mattesPath(await find(id)), fromSeconds, edits)),
  }
}

/** The video of a job. Rejects with `job_not_found` if it was deleted. */
export const readSource = async (
  files: Pick<VideoStorage, 'read'>,
  job: Pick<JobState, 'videoHash' | 'fileHash'>,
): Promise<Blob> => {
  const video = await files.read(sourcePathOf(job))
  if (!video) throw sourceGone()
  return video
}

/** Runs `work`, and converts its faults to `ServiceError`s. */
export const withServiceErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    throw toServiceError(thrown)
  }
}
