import { createTimer, sleep } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { CallOptions } from '#service/background-service.ts'
import type { StoredJob } from './job-store.ts'
import { sourceGone, sourcePath, type VideoStorage } from './video-storage.ts'
import type { VideoTools } from './video-workers.ts'

export type FramePackerParts = {
  readonly files: Pick<VideoStorage, 'read' | 'listPacked' | 'remove'>
  readonly packFrames: VideoTools['packFrames']
  /** Whether the job is still there. */
  readonly isKept: (stored: StoredJob) => Promise<boolean>
  readonly now: () => Date
}

/** The frames of finished jobs as ZIPs, for a moment: nothing of them stays in this browser. */
export interface FramePacker {
  /**
   * Writes the frames of a job's result into the file that was picked, or into one of this browser's own, which it
   * answers with: that one can be read for ten minutes. What fails or is aborted leaves nothing behind.
   */
  pack(stored: StoredJob, to: FileSystemFileHandle | null, call?: CallOptions): Promise<Blob | null>
}

/** How long a ZIP waits to be copied into the downloads. In milliseconds. */
const keptMs = 600_000

/** A worker that was stopped needs a moment to let go of its file. In milliseconds. */
const inUseMs = 500
const maxTries = 20

export const openFramePacker = ({ files, packFrames, isKept, now }: FramePackerParts): FramePacker => {
  const timer = createTimer(() => sweepQuietly())

  /** Deletes what waited for long enough, from this visit or an earlier one; what is being written stays. */
  const sweep = async (): Promise<void> => {
    timer.stop()
    let isClean = true
    for (const path of await files.listPacked()) {
      const file = await files.read(path).catch(() => null)
      const changedMs = file instanceof File ? file.lastModified : 0
      isClean = changedMs + keptMs <= now().getTime() && (await files.remove(path)) && isClean
    }
    if (!isClean) timer.start(keptMs)
  }
  const sweepQuietly = () => sweep().catch(() => {})
  void sweepQuietly()

  const remove = async (path: string): Promise<void> => {
    for (let tries = 0; tries < maxTries && !(await files.remove(path)); tries++) await sleep(inUseMs)
  }

  return {
    pack: async (stored, to, call) => {
      const { job, facts, videoHash, options } = stored
      if (job.status !== 'completed') throw notDone()
      const video = await files.read(sourcePath(videoHash))
      if (!video) throw sourceGone()
      const path = `packed/${job.id}-${crypto.randomUUID()}.zip`
      try {
        await packFrames({ video, facts, videoHash, options, to: to ?? path }, call)
        if (to) return null
        const zip = await files.read(path)
        if (!zip) throw sourceGone()
        void sweepQuietly()
        return zip.slice(0, zip.size, 'application/zip')
      } catch (thrown) {
        if (!to) void remove(path).catch(() => {})
        // Deleted in the midst of it: whatever the reader ran into, that is why.
        if (!(await isKept(stored)) && !call?.signal?.aborted) throw sourceGone()
        throw thrown
      }
    },
  }
}

const notDone = () => new ServiceError('job_not_found', { reason: 'job_has_no_frames' })
