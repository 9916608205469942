import { watchTicks, withDeadline } from '#base/stall-watchdog.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** A stage of opening: listing the frames of a file, or decoding the first one. */
type Stage = 'list' | VideoFacts['decoder']

/**
 * The limit in seconds for a stage without reports of progress: several times what the slowest video needs. A file
 * without an index is read to its end, so a larger one gets more.
 */
const stageSeconds = {
  list: ({ size }: Blob) => 4 + Math.max(0, size / limits.video.maxUploadBytes - 1),
  webcodecs: () => 6,
  images: () => 4,
}

/** The least seconds left for the first frame after listing. */
const firstFrameSeconds = 1.2

/** Pixels of the first frame beyond `usualPixels` that prolong the limit by a second, on a slow or busy device. */
const pixelsPerSecond = 1_000_000
const usualPixels = 1920 * 1088
const maxExtraSeconds = 15

/**
 * These seconds are counted by a timer of the worker, which is late where a busy machine gives the worker no turn: that
 * time is not the fault of the file. A file that keeps the worker busy itself is ended by this many times the limit, or
 * by the page (`src/library/workers/open-workers.ts`). A busy machine may give it a tenth of its turns for an hour.
 */
const maxDelay = 10
const tickMs = 100

/**
 * Reads and writes of ffmpeg count as progress. In total it may take as long as a slow phone needs for a large frame,
 * and is stopped after a longer silence than such a phone needs for one step.
 */
const ffmpegSeconds = { stall: 10, all: 30 } as const

/**
 * Runs `work`, a stage of opening a video, within its time limit, which rises with `pixels` of the frame. Rejects with
 * `video_opening_timed_out`, and as soon as `signal` is aborted.
 */
export type TimeBudget = <T>(
  stage: Stage,
  signal: AbortSignal,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  pixels?: number,
) => Promise<T>

/** Opens the budget of one file, whose stages without ffmpeg share their time. */
export const openTimeBudget = (video: Blob): TimeBudget => {
  let left = ticksOf(stageSeconds.list(video) + firstFrameSeconds)
  const reason = () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' })
  return async (stage, signal, work, pixels = 0) => {
    const isFfmpeg = stage === 'ffmpeg'
    const extra = isFfmpeg
      ? 0
      : ticksOf(Math.min(maxExtraSeconds, Math.max(0, pixels - usualPixels) / pixelsPerSecond))
    left += extra
    const maxTicks = isFfmpeg
      ? ticksOf(ffmpegSeconds.stall)
      : Math.min(ticksOf(stageSeconds[stage](video)) + extra, Math.max(1, left))
    const allTicks = isFfmpeg ? ticksOf(ffmpegSeconds.all) : maxTicks
    const timedOut = new AbortController()
    const end = () => timedOut.abort(reason())
    let count = 0
    const ticks = watchTicks({
      tickMs,
      maxTicks,
      onTick: () => {
        if (!isFfmpeg) left--
        if (++count === allTicks) end()
      },
      onStall: end,
    })
    const counted = AbortSignal.any([signal, timedOut.signal])
    try {
      return await withDeadline(
        { limitMs: allTicks * tickMs * maxDelay, signal: counted, reason },
        (limited) => work(limited, ticks.renew),
      )
    } finally {
      ticks.end()
    }
  }
}

const ticksOf = (seconds: number) => Math.round((seconds * 1000) / tickMs)
