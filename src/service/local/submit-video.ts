import { makeJobId } from '#contract/ids.ts'
import { createJob, type Job } from '#contract/job.ts'
import { withLeftOut } from '#contract/left-out.ts'
import { isAbort, isServiceError } from '#contract/service-error.ts'
import { toFrameRate } from '#contract/video-facts.ts'
import { leftOutOfPart } from '#contract/video-left-out.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { VideoInput } from '#library/background-service.ts'
import type { VideoCall } from '#library/call-options.ts'
import type { JobRetention } from '#library/store/job-retention.ts'
import type { StoredJob } from '#library/store/stored-job.ts'
import { givenAlpha, toKeepingFault } from '#library/store/video-storage.ts'
import type { JobTransitions } from '#library/work/job-transitions.ts'
import { inspectVideo } from './inspect-video.ts'
import { loadVideoInput } from './load-input.ts'
import type { VideoParts } from './video-parts.ts'

type Parts = Pick<VideoParts, 'store' | 'files' | 'lock' | 'tools' | 'now' | 'base' | 'askToKeep' | 'ownList'>

type Jobs = {
  readonly transitions: Pick<JobTransitions, 'accept'>
  readonly retention: JobRetention
  /** Called when the job is stored. */
  readonly wake: () => void
}

/** The key of a job's mattes in this build. */
export const matteKeyOf = async (
  tools: Pick<VideoParts['tools'], 'matteKey'>,
  { options, alphaHash, facts }: Pick<StoredJob, 'options' | 'alphaHash' | 'facts'>,
): Promise<string> => {
  const key = alphaHash === undefined ? await tools.matteKey(options.level) : givenAlpha
  return facts.isByField ? `${key}-fields` : key
}

/** Copies a video into the origin private file system and stores its job; rejects like `submitVideo`. */
export const openSubmission = (
  { store, files, lock, tools, now, base, askToKeep, ownList }: Parts,
  { transitions, retention, wake }: Jobs,
) => {
  return async (
    input: VideoInput,
    options: VideoOptions,
    call: Omit<VideoCall, 'onProgress'>,
  ): Promise<Job> => {
    const { signal, parts, edits, alphaFrom, hasMatte = false, item, whole, id = makeJobId() } = call
    const { video, name } = await loadVideoInput(input, signal)
    const { facts: found, ...hashes } = await inspectVideo(video, call, tools)
    const facts = toFrameRate(found, options.deinterlace)
    const owner = item === undefined ? null : { item, list: await ownList() }
    const matteKey = await matteKeyOf(tools, { options, facts, ...hashes })
    const { durationSeconds, fps, width, height, frames } = facts
    const job = createJob({
      id,
      at: now(),
      duration_seconds: durationSeconds,
      fps,
      width,
      height,
      frames,
      format: options.format,
      channels: options.channels,
      status_url: new URL(`v1/jobs/${id}`, base).href,
    })
    // The lock prevents deleting the video before its job is stored, and another tab storing the same job.
    const keep = async (): Promise<Job> => {
      const known = call.id && (await store.state(id))
      if (known) return known.job
      askToKeep?.()
      await files.keepSource(hashes.fileHash ?? hashes.videoHash, video, signal)
      if (alphaFrom && hashes.alphaHash) await files.keepSource(hashes.alphaHash, alphaFrom, signal)
      signal?.throwIfAborted()
      const stored = {
        job,
        name,
        options,
        facts,
        ...hashes,
        matteKey,
        attempts: { count: 0, progress: 0 },
        ...(parts && { parts }),
        ...(edits && { edits }),
        ...(owner && { owner }),
        ...(hasMatte && { hasMatte }),
        ...(whole && withLeftOut(leftOutOfPart(whole, facts))),
      }
      await transitions.accept(stored).catch((cause: unknown) => {
        throw toKeepingFault(cause)
      })
      return job
    }
    const keepOrSweep = () =>
      keep().catch((thrown: unknown) => {
        // Deletes copies without a job once the lock is free.
        void retention.sweep()
        throw thrown
      })
    const kept = await retention
      .withRoom(() => lock('files', keepOrSweep, signal))
      .catch((thrown: unknown) => {
        // If storage is forbidden, so is the lock.
        throw isServiceError(thrown) || isAbort(thrown) ? thrown : toKeepingFault(thrown)
      })
    wake()
    return kept
  }
}
