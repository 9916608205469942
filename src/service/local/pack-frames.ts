import { createTimer, sleep } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FramesWanted, PackedFrames } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { retention } from '#library/store/retention.ts'
import type { StoredJob } from '#library/store/stored-job.ts'
import { mattesPath, sourceGone, sourcePathOf, type VideoStorage } from '#library/store/video-storage.ts'
import type { RequestOf } from '#library/workers/worker-calls.ts'

type FramePackerParts = {
  readonly files: Pick<VideoStorage, 'read' | 'listPacked' | 'remove'>
  readonly packFrames: (
    request: RequestOf<'packFrames'>,
    call?: CallOptions,
  ) => Promise<{ readonly bytes: number }>
  readonly isKept: (stored: StoredJob) => Promise<boolean>
  readonly now: () => Date
}

/** Writes the frames of finished jobs into folders or ZIP files. */
interface FramePacker {
  /** See `OnDeviceVideos.packFrames`. If it rejects, the ZIP is deleted; the caller's folder is left as it is. */
  pack(stored: StoredJob, wanted: FramesWanted, call?: CallOptions): Promise<PackedFrames>
}

/** Delay before retrying a file that a stopped worker has open, in milliseconds. */
const inUseMs = 500
const maxTries = 20

export const openFramePacker = ({ files, packFrames, isKept, now }: FramePackerParts): FramePacker => {
  const timer = createTimer(() => sweepQuietly())

  /** Deletes old ZIP files of all visits. */
  const sweep = async (): Promise<void> => {
    timer.stop()
    let isClean = true
    for (const path of await files.listPacked()) {
      const file = await files.read(path).catch(() => null)
      const changedMs = file instanceof File ? file.lastModified : 0
      isClean =
        changedMs + retention.packedFrames.ms <= now().getTime() && (await files.remove(path)) && isClean
    }
    if (!isClean) timer.start(retention.packedFrames.ms)
  }
  const sweepQuietly = () => sweep().catch(() => {})
  void sweepQuietly()

  const remove = async (path: string): Promise<void> => {
    for (let tries = 0; tries < maxTries && !(await files.remove(path)); tries++) await sleep(inUseMs)
  }

  return {
    pack: async (stored, { folder, ...wanted }, call) => {
      const { job, facts, options, parts, edits } = stored
      if (job.status !== 'completed') throw notDone()
      const video = await files.read(sourcePathOf(stored))
      if (!video) throw sourceGone()
      const path = `packed/${job.id}-${crypto.randomUUID()}.zip`
      try {
        const extras = { ...(parts && { parts }), ...(edits && { edits }) }
        const request = { video, facts, mattes: mattesPath(stored), options, ...extras }
        const { bytes } = await packFrames({ ...request, ...wanted, to: folder ?? path }, call)
        if (folder) return { bytes, zip: null }
        const zip = await files.read(path)
        if (!zip) throw sourceGone()
        void sweepQuietly()
        return { bytes, zip: zip.slice(0, zip.size, 'application/zip') }
      } catch (thrown) {
        if (!folder) void remove(path).catch(() => {})
        // The job was deleted meanwhile, which caused the worker's error.
        if (!(await isKept(stored)) && !call?.signal?.aborted) throw sourceGone()
        throw thrown
      }
    },
  }
}

const notDone = () => new ServiceError('job_not_found', { reason: 'job_has_no_frames' })
