import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { savedList } from '#contract/saved-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, DeviceJob, OnDeviceVideos } from '#library/background-service.ts'
import type { FoundEdits, SavedEdits } from '#library/on-device-edits.ts'
import { cancelled } from '#library/store/job-faults.ts'
import { type JobRetention, openRetention } from '#library/store/job-retention.ts'
import { isExpired, isOverdue, mattePathOf, resultPath, resultPaths } from '#library/store/job-store.ts'
import { openLayerRetention } from '#library/store/layer-retention.ts'
import { type OwnedJobs, openOwnedJobs } from '#library/store/owned-jobs.ts'
import type { JobState, StoredJob } from '#library/store/stored-job.ts'
import { sourceGone } from '#library/store/video-storage.ts'
import { openJobRunner } from '#library/work/job-runner.ts'
import { openJobTransitions } from '#library/work/job-transitions.ts'
import { runJob } from '#library/work/run-job.ts'
import { openVideoEdits, readSource, withServiceErrors } from './local-video-edits.ts'
import { openFramePacker } from './pack-frames.ts'
import { matteKeyOf, openSubmission } from './submit-video.ts'
import type { VideoParts } from './video-parts.ts'

/** The video functions of this device's service. Continues the jobs of earlier visits when opened (D-40). */
export type LocalVideos = Pick<BackgroundService, 'submitVideo' | 'getJob' | 'getResult'> & {
  readonly retention: JobRetention
  readonly onDevice: OnDeviceVideos
  readonly owned: OwnedJobs
}

export const openLocalVideos = (parts: VideoParts): LocalVideos => {
  const {
    store,
    files,
    events,
    lock,
    account,
    work,
    tools,
    now,
    base,
    savedEdits = nothingSaved,
    askToKeep = () => {},
    onFault,
  } = parts
  const transitions = openJobTransitions({ store, events, account, now })
  const layers = openLayerRetention({ files, findSaved: savedEdits.find })
  const retention = openRetention({
    store,
    files,
    lock,
    layers,
    giveUp: transitions.giveUp,
    itemFiles: parts.itemFiles,
    now,
  })
  /** The job, restarted if its mattes come from other networks or passes than those of this build. */
  const withOwnMattes = async (stored: StoredJob): Promise<StoredJob> => {
    const matteKey = await matteKeyOf(tools, stored)
    if (stored.matteKey === matteKey) return stored
    await store.update(stored.job.id, (state) => ({ ...state, matteKey }))
    void retention.sweep()
    return { ...stored, matteKey }
  }
  const runner = openJobRunner({
    now,
    store,
    transitions,
    events,
    lock,
    withRoom: retention.withRoom,
    run: async (stored, call) => {
      const current = await withOwnMattes(stored)
      return runJob(current, { work, files, withRoom: retention.withRoom }, call)
    },
    resultUrl: ({ job }) =>
      new URL(`v1/jobs/${job.id}/result.${videoFormats[job.format].extension}`, base).href,
    discard: (stored) =>
      files.deleteUnneeded((file) => file.kind !== 'result' || !resultPaths(stored).includes(file.path)),
    onEnd: () => void retention.sweep(),
    ...(onFault && { onFault }),
  })
  // This tab takes over the jobs of closed tabs. When a pause ends, the job or those waiting for it can begin.
  events.watch(({ job, pause }) => {
    if (job.status === 'queued' || pause) runner.wake()
    // Every tab sets a timer for the end of a pause, since the tab that paused may close.
    if (pause?.state === 'on') void retention.sweep()
  })
  void retention.sweep().then(runner.wake)

  const isKept = async ({ job }: JobState) => (await store.state(job.id)) !== undefined
  const packer = openFramePacker({ files, packFrames: tools.packFrames, isKept, now })

  /** The current job: one paused too long fails when it is read. */
  const upToDate = async <S extends JobState>(stored: S): Promise<S | undefined> => {
    if (!isOverdue(stored, now())) return stored
    const failed = await transitions.giveUp(stored.job.id).catch(() => undefined)
    void retention.sweep()
    const state = failed ?? (await store.state(stored.job.id))
    return state && { ...stored, ...state }
  }

  /** Rejects with `job_not_found` if the job is unknown or expired (D-39). */
  const find = async (id: JobId): Promise<JobState> => {
    const found = await store.state(id)
    const stored = found && (await upToDate(found))
    if (stored && !isExpired(stored, now())) return stored
    if (stored) void retention.sweep()
    throw new ServiceError('job_not_found')
  }
  const findWhole = async (id: JobId): Promise<StoredJob> => {
    await find(id)
    const stored = await store.get(id)
    if (!stored) throw new ServiceError('job_not_found')
    return stored
  }

  const owned = openOwnedJobs({ store, events, transitions, retention })
  const submit = openSubmission(parts, { transitions, retention, wake: runner.wake })
  return {
    retention,
    owned,
    submitVideo: (input, options, call = {}) =>
      withServiceErrors(async () => {
        call.signal?.throwIfAborted()
        return submit(input, options, call)
      }),
    getJob: (id, { signal } = {}) =>
      withServiceErrors(async () => {
        signal?.throwIfAborted()
        return (await find(id)).job
      }),
    getResult: (id, { signal } = {}) =>
      withServiceErrors(async () => {
        signal?.throwIfAborted()
        const stored = await find(id)
        if (stored.job.status !== 'completed') throw noResult(stored.job)
        const file = await files.read(resultPath(stored))
        if (!file) throw new ServiceError('job_not_found', { reason: 'job_result_deleted' })
        return file.slice(0, file.size, videoFormats[stored.job.format].mime)
      }),
    onDevice: {
      savedEdits: watchedEdits(savedEdits, { ...retention, askToKeep }),
      ...openVideoEdits({ tools, files, find, layers, retention }),
      list: () =>
        withServiceErrors(async () => {
          const jobs = await Promise.all((await store.list()).map(upToDate))
          return jobs
            .filter((stored) => stored !== undefined)
            .filter((stored) => !isExpired(stored, now()))
            .map(
              ({
                videoHash: _,
                fileHash: _of,
                matteKey: _by,
                attempts: __,
                heardAt: ___,
                owner,
                ...shown
              }): DeviceJob => ({ ...shown, ...(owner && { item: owner.item }) }),
            )
            .sort((a, b) => Date.parse(b.job.created_at) - Date.parse(a.job.created_at))
        }),
      watch: events.watch,
      cancel: (id) =>
        withServiceErrors(async () => {
          await find(id)
          await transitions.fail(id, cancelled)
        }),
      pause: (id) =>
        withServiceErrors(async () => {
          await find(id)
          await transitions.pause(id)
        }),
      resume: (id) =>
        withServiceErrors(async () => {
          await find(id)
          await transitions.resume(id)
        }),
      adopt: (id, item) =>
        withServiceErrors(async () => owned.adopt(id, { item, list: await parts.ownList() })),
      forget: (id) =>
        withServiceErrors(async () => {
          if ((await find(id)).job.completed_at === null) throw stillRunning()
          await store.delete([id])
          await retention.sweep()
        }),
      packFrames: (id, wanted, call) =>
        withServiceErrors(async () => packer.pack(await findWhole(id), wanted, call)),
      source: (id) => withServiceErrors(async () => readSource(files, await find(id))),
      matteFile: (id) =>
        withServiceErrors(async () => {
          const stored = await find(id)
          const path = stored.job.status === 'completed' ? mattePathOf(stored) : undefined
          const file = path === undefined ? null : await files.read(path)
          if (!file) throw new ServiceError('job_not_found', { reason: 'job_result_deleted' })
          return file.slice(0, file.size, videoFormats[stored.job.format].mime)
        }),
      givenAlpha: (id) =>
        withServiceErrors(async () => {
          const { alphaHash } = await find(id)
          if (alphaHash === undefined) throw sourceGone()
          return readSource(files, { videoHash: alphaHash })
        }),
    },
  }
}

const nothingSaved: FoundEdits = { read: async () => null, find: async () => null, write: async () => {} }

/** Saved edits that delete the propagated layers when all edits of a video are undone. */
const watchedEdits = (
  { read, write }: SavedEdits,
  {
    sweep,
    withRoom,
    askToKeep,
  }: Pick<JobRetention, 'sweep' | 'withRoom'> & { readonly askToKeep: () => void },
): SavedEdits => ({
  read,
  write: async (video, edits) => {
    if (edits) askToKeep()
    await withRoom(() => write(video, edits))
    if (edits === null || savedList(edits).length === 0) await sweep()
  },
})

const noResult = ({ status }: Job) =>
  new ServiceError('job_not_found', {
    reason: status === 'failed' ? 'job_has_failed' : 'job_result_pending',
  })

const stillRunning = () =>
  new ServiceError('validation_error', {
    reason: 'job_not_ended',
    fieldReasons: { id: [{ reason: 'job_not_ended' }] },
  })
