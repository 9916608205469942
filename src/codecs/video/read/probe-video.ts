import { untilAborted } from '#base/promises.ts'
import { withDeadline } from '#base/stall-watchdog.ts'
import { loadFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { limits } from '#contract/limits.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { sniffBytes } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import { type Container, containerOf, openFrameReader } from './open-frame-reader.ts'

export type ProbeCall = { readonly signal: AbortSignal }

/**
 * Reads the facts of a video from its bytes alone (D-1), and as few of them as possible. The first frame is decoded, so
 * that every accepted video can be read. A file that is truncated later is found out while it is read.
 *
 * Rejects with `invalid_video` (D-3), also for a file that takes longer to open than any video does; with
 * `upstream_error` where the decoder that it needs cannot be loaded; and with the signal's reason when it is aborted.
 */
export const probeVideo = async (video: Blob, { signal }: ProbeCall): Promise<VideoFacts> => {
  signal.throwIfAborted()
  try {
    const container = containerOf(new Uint8Array(await video.slice(0, sniffBytes).arrayBuffer()))
    if (!container) throw invalidVideo('video_not_a_video')
    const budget = openTimeBudget(totalSeconds(container, video))
    const facts = await listFrames(container, video, { signal, budget })
    if (facts.width * facts.height > limits.image.maxPixels) {
      const { width, height } = facts
      throw invalidVideo({ reason: 'video_frame_too_large', params: { width, height } })
    }
    return await decodeFirstFrame(video, facts, { signal, budget })
  } catch (cause) {
    signal.throwIfAborted()
    throw invalidVideo('video_undecodable', cause)
  }
}

/**
 * Seconds that listing the frames of a video may take, several times what the slowest video needs. A file without an
 * index is read to its end, so a larger one gets more.
 */
const listingSeconds = ({ size }: Blob) => 2 + Math.max(0, size / limits.video.maxUploadBytes - 1)

/** Seconds that a decoder may take for a first frame, and ffmpeg for listing the frames of a file. */
const decodingSeconds = { webcodecs: 3, images: 2, ffmpeg: 2.5 } as const

/** Seconds that are left for the first frame at least, where listing took all of its time. */
const firstFrameSeconds = 0.6

const totalSeconds = ({ isProbedByFfmpeg }: Container, video: Blob) =>
  isProbedByFfmpeg ? 2 * decodingSeconds.ffmpeg : listingSeconds(video) + firstFrameSeconds

/** Runs `work` with a limit of `seconds`. Rejects with `video_opening_timed_out`, and as soon as `signal` is aborted. */
type TimeBudget = <T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** All calls together get `totalSeconds`. */
const openTimeBudget = (totalSeconds: number): TimeBudget => {
  let leftSeconds = totalSeconds
  const reason = () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' })
  return async (seconds, signal, work) => {
    const started = performance.now()
    try {
      return await withDeadline({ limitMs: Math.min(seconds, leftSeconds) * 1000, signal, reason }, work)
    } finally {
      leftSeconds -= (performance.now() - started) / 1000
    }
  }
}

type Limits = { readonly signal: AbortSignal; readonly budget: TimeBudget }

const listFrames = async (
  { isProbedByFfmpeg, probe }: Container,
  video: Blob,
  { signal, budget }: Limits,
): Promise<VideoFacts> => {
  if (isProbedByFfmpeg) await ffmpegLoaded(signal)
  const seconds = isProbedByFfmpeg ? decodingSeconds.ffmpeg : listingSeconds(video)
  return await budget(seconds, signal, (limited) => probe(video, limited))
}

/** Downloading ffmpeg takes no time from the budget, because a slow connection is not the fault of the file. */
const ffmpegLoaded = (signal: AbortSignal) => untilAborted(loadFfmpegWasm(), signal)

/** The facts after the first frame was decoded, which settles the decoder, and transparency that only pixels show. */
const decodeFirstFrame = async (
  video: Blob,
  facts: VideoFacts,
  { signal, budget }: Limits,
): Promise<VideoFacts> => {
  const { decoder } = facts
  if (decoder === 'ffmpeg') await ffmpegLoaded(signal)
  try {
    const first = await budget(decodingSeconds[decoder], signal, (limited) =>
      readFirst(video, facts, limited),
    )
    const hasAlpha = facts.hasAlpha || (decoder !== 'webcodecs' && !isOpaque(first))
    return { ...facts, hasAlpha }
  } catch (cause) {
    signal.throwIfAborted()
    const isTimeout = isServiceError(cause) && cause.reason === 'video_opening_timed_out'
    // Browsers claim to decode some profiles and then fail.
    if (decoder !== 'webcodecs' || !hasFallback(facts) || isTimeout) throw cause
    return await decodeFirstFrame(video, { ...facts, decoder: 'ffmpeg' }, { signal, budget })
  }
}

/** This build of ffmpeg decodes nearly everything, but not AV1. */
const hasFallback = ({ codec }: VideoFacts) => codec !== 'AV1'

const readFirst = async (video: Blob, facts: VideoFacts, signal: AbortSignal): Promise<Raster> => {
  const reader = await openFrameReader(video, facts)
  try {
    for await (const { raster } of reader.read({ signal })) return raster
    throw invalidVideo('video_no_picture')
  } finally {
    reader.close()
  }
}
