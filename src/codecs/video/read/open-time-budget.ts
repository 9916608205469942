import { withDeadline, withProgressDeadline } from '#base/stall-watchdog.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** Lists the frames of a file, or decodes its first one. */
type Stage = 'list' | VideoFacts['decoder']

/**
 * Seconds that a stage may take that tells nothing of its progress, several times what the slowest video needs. A file
 * without an index is read to its end, so a larger one gets more.
 */
const stageSeconds = {
  list: ({ size }: Blob) => 2 + Math.max(0, size / limits.video.maxUploadBytes - 1),
  webcodecs: () => 3,
  images: () => 2,
}

/** Seconds that are left for the first frame at least, where listing took all of its time. */
const firstFrameSeconds = 0.6

/**
 * ffmpeg tells when it reads and writes. It may take as long as a slow phone needs for a large frame, and is ended where
 * it does nothing for longer than such a phone needs for one step of its work.
 */
const ffmpegMs = { stallMs: 6000, limitMs: 20_000 } as const

/**
 * Runs `work`, a stage of opening a video, within the time that it may take. Rejects with `video_opening_timed_out`, and
 * as soon as `signal` is aborted.
 */
export type TimeBudget = <T>(
  stage: Stage,
  signal: AbortSignal,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
) => Promise<T>

/** For one file: its stages without ffmpeg share their time, so that a damaged one does not use up every limit. */
export const openTimeBudget = (video: Blob): TimeBudget => {
  let leftMs = (stageSeconds.list(video) + firstFrameSeconds) * 1000
  const reason = () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' })
  return async (stage, signal, work) => {
    if (stage === 'ffmpeg') return await withProgressDeadline({ ...ffmpegMs, signal, reason }, work)
    const limitMs = Math.min(stageSeconds[stage](video) * 1000, leftMs)
    const started = performance.now()
    try {
      return await withDeadline({ limitMs, signal, reason }, (limited) => work(limited, () => {}))
    } finally {
      leftMs -= performance.now() - started
    }
  }
}
