import { untilAborted } from '#base/abort.ts'
import { isAvi, probeAvi } from '#codecs/video/ffmpeg/ffmpeg-source.ts'
import { loadFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { inTime } from '#codecs/video/in-time.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { limits } from '#contract/limits.ts'
import { isServiceError } from '#contract/service-error.ts'
import { sniff, sniffBytes } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { isOpaque } from '#engine/raster.ts'
import { openFrameReader } from './open-frame-reader.ts'
import { openTrack } from './open-track.ts'
import { probeGif } from './read-gif.ts'
import { readTrackFacts } from './track-facts.ts'

export type ProbeCall = { readonly signal: AbortSignal }

/**
 * What a video is, told by its bytes alone (D-1), of which as few as possible are read. Its first frame is
 * decoded, so that what is accepted here can be read; a file that breaks off later is found out in reading.
 *
 * Rejects with `invalid_video` (D-3), also where the file keeps its readers busy for longer than any video does;
 * with `upstream_error` where the decoder that it needs cannot be had, and with the signal's reason.
 */
export const probeVideo = async (video: Blob, { signal }: ProbeCall): Promise<VideoFacts> => {
  signal.throwIfAborted()
  try {
    const head = new Uint8Array(await video.slice(0, sniffBytes).arrayBuffer())
    const spend = openBudget(isAvi(head) ? 2 * probingSeconds.ffmpeg : listingSeconds(video) + firstSeconds)
    const facts = await factsOf(video, head, { signal, spend })
    if (facts.width * facts.height > limits.image.maxPixels) {
      throw invalidVideo({
        reason: 'video_frame_too_large',
        params: { width: facts.width, height: facts.height },
      })
    }
    return await decodeFirstFrame(video, facts, { signal, spend })
  } catch (cause) {
    signal.throwIfAborted()
    throw invalidVideo('video_undecodable', cause)
  }
}

/**
 * How long listing a video may take: several times what the slowest does. A container that has no list is read to
 * its end, so a large one may take longer.
 */
const listingSeconds = ({ size }: Blob) => 2 + Math.max(0, size / limits.video.maxUploadBytes - 1)

/** How long a program may take for the list of an AVI, or a decoder for a first frame. */
const probingSeconds = { webcodecs: 3, images: 2, ffmpeg: 2.5 } as const

/** What is left for the first frame, at least, where listing took all of its time. */
const firstSeconds = 0.6

type Stage = { readonly signal: AbortSignal; readonly spend: typeof inTime }

/** Like `inTime`, of all whose calls together take no longer than `seconds`. */
const openBudget = (seconds: number): typeof inTime => {
  let left = seconds
  return async (most, signal, work) => {
    const started = performance.now()
    try {
      return await inTime(Math.min(most, left), signal, work)
    } finally {
      left -= (performance.now() - started) / 1000
    }
  }
}

const factsOf = async (video: Blob, head: Uint8Array, { signal, spend }: Stage): Promise<VideoFacts> => {
  // What is refused when it is sent is refused here as well.
  if (!['video', 'gif'].includes(sniff(head))) throw invalidVideo('video_not_a_video')
  if (!isAvi(head))
    return await spend(listingSeconds(video), signal, (inTime) => readContainer(video, head, inTime))
  await ffmpegLoaded(signal)
  return await spend(probingSeconds.ffmpeg, signal, (inTime) => probeAvi(video, inTime))
}

const readContainer = async (video: Blob, head: Uint8Array, signal: AbortSignal): Promise<VideoFacts> => {
  if (sniff(head) === 'gif') return await probeGif(video, signal)
  const open = await openTrack(video, signal)
  try {
    return await readTrackFacts(open, signal)
  } finally {
    open.close()
  }
}

/** A slow line is not the video's fault, so it costs it no time. */
const ffmpegLoaded = (signal: AbortSignal) => untilAborted(loadFfmpegWasm(), signal)

/** The facts once a first frame was read: it decides who reads, and whether there is transparency where only pixels tell. */
const decodeFirstFrame = async (
  video: Blob,
  facts: VideoFacts,
  { signal, spend }: Stage,
): Promise<VideoFacts> => {
  const { decoder } = facts
  if (decoder === 'ffmpeg') await ffmpegLoaded(signal)
  try {
    const first = await spend(probingSeconds[decoder], signal, (inTime) => readFirst(video, facts, inTime))
    const hasAlpha = facts.hasAlpha || (decoder !== 'webcodecs' && !isOpaque(first))
    return { ...facts, hasAlpha }
  } catch (cause) {
    signal.throwIfAborted()
    // Browsers promise some profiles that they then fail at.
    if (
      decoder !== 'webcodecs' ||
      !hasFallback(facts) ||
      (isServiceError(cause) && cause.reason === 'video_opening_timed_out')
    )
      throw cause
    return await decodeFirstFrame(video, { ...facts, decoder: 'ffmpeg' }, { signal, spend })
  }
}

/** The ffmpeg here decodes nearly everything, but not AV1. */
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
