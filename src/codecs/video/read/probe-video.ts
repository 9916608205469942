import { untilAborted } from '#base/promises.ts'
import { bytesOfSource, readAvcRecord } from '#codecs/video/avc-record.ts'
import { FfmpegFailure } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import { loadFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { findFields } from '#codecs/video/ffmpeg/find-fields.ts'
import type { ReadOptions } from '#codecs/video/frame.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { Reason } from '#contract/error-reasons.ts'
import { type FileKind, refusedVideoOf } from '#contract/file-kinds.ts'
import { limits } from '#contract/limits.ts'
import { isServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import { breaksOff } from './find-parts.ts'
import {
  type Container,
  containerOf,
  isReadByFfmpeg,
  openFrameReader,
  sourceOf,
} from './open-frame-reader.ts'
import { openTimeBudget, type TimeBudget } from './open-time-budget.ts'
import { openTrack } from './open-track.ts'
import { openSampleReader } from './read-samples.ts'
import { isDemuxedByFfmpeg, readableSource } from './readable-source.ts'
import { mayHaveFields } from './sequence-parameters.ts'

type ProbeCall = { readonly signal: AbortSignal }

/**
 * Reads the facts of a video from its bytes alone (D-1), and as few of them as possible. The first frame is decoded, so
 * that every accepted video can be read. A file that is truncated later is found out while it is read.
 *
 * Rejects with `invalid_video` (D-3), also for a file that hangs while it is opened; with `upstream_error` where the
 * decoder that it needs cannot be loaded; and with the signal's reason when it is aborted.
 */
export const probeVideo = async (video: Blob, { signal }: ProbeCall): Promise<VideoFacts> => {
  signal.throwIfAborted()
  if (video.size === 0) throw invalidVideo('video_empty')
  try {
    const kind = await readFileKind(video)
    const container = containerOf(kind)
    if (!container) throw invalidVideo(refusalOf(kind))
    const budget = openTimeBudget(video)
    const facts = await listFrames(container, video, { signal, budget })
    if (facts.width * facts.height > limits.image.maxPixels) {
      const { width, height } = facts
      throw invalidVideo({ reason: 'video_frame_too_large', params: { width, height } })
    }
    return await withFields(video, await decodeFirstFrame(video, facts, { signal, budget }), {
      signal,
      budget,
    })
  } catch (cause) {
    signal.throwIfAborted()
    // Without its index or its only cluster a file seems empty.
    const isWithoutPicture = isServiceError(cause) && cause.reason === 'video_no_picture'
    if (isWithoutPicture && (await breaksOff(video))) throw invalidVideo('video_truncated')
    throw invalidVideo('video_undecodable', cause)
  }
}

/** The reason to refuse a file of an unsupported container. */
const refusalOf = (kind: FileKind): Reason => refusedVideoOf(kind) ?? { reason: 'video_not_a_video' }

type Limits = { readonly signal: AbortSignal; readonly budget: TimeBudget }

const listFrames = async (
  { isProbedByFfmpeg, probe }: Container,
  video: Blob,
  { signal, budget }: Limits,
): Promise<VideoFacts> => {
  if (isProbedByFfmpeg) await ffmpegLoaded(signal)
  else if (await isDemuxedByFfmpeg(video)) {
    await ffmpegLoaded(signal)
    await budget('ffmpeg', signal, (limited, onProgress) => readableSource(video, limited, onProgress))
  }
  return await budget(isProbedByFfmpeg ? 'ffmpeg' : 'list', signal, (limited, onProgress) =>
    probe(video, limited, onProgress),
  )
}

/** Downloading ffmpeg takes no time from the budget, because a slow connection is not the fault of the file. */
const ffmpegLoaded = (signal: AbortSignal) => untilAborted(loadFfmpegWasm(), signal)

/** The facts after the first frame was decoded, which settles the decoder, and transparency that only pixels show. */
const decodeFirstFrame = async (
  video: Blob,
  facts: VideoFacts,
  { signal, budget }: Limits,
): Promise<VideoFacts> => {
  const { decoder, codec } = facts
  const missing = invalidVideo({ reason: 'video_codec_missing', params: { codec } })
  if (decoder === 'ffmpeg' && !isReadByFfmpeg(facts)) throw missing
  if (decoder === 'ffmpeg') await ffmpegLoaded(signal)
  try {
    const first = await budget(
      decoder,
      signal,
      (limited, onProgress) => readFirst(video, facts, { signal: limited, onProgress }),
      facts.width * facts.height,
    )
    const hasAlpha = facts.hasAlpha || (decoder !== 'webcodecs' && !isOpaque(first))
    return { ...facts, hasAlpha }
  } catch (cause) {
    signal.throwIfAborted()
    if (decoder === 'ffmpeg' && lacksDecoder(cause)) throw missing
    const isTimeout = isServiceError(cause) && cause.reason === 'video_opening_timed_out'
    // Browsers claim to decode some profiles and then fail.
    if (decoder !== 'webcodecs' || !isReadByFfmpeg(facts) || isTimeout) throw cause
    return await decodeFirstFrame(video, { ...facts, decoder: 'ffmpeg' }, { signal, budget })
  }
}

/** The facts of a video, with the fields if it is interlaced: ffmpeg then deinterlaces it. */
const withFields = async (
  video: Blob,
  facts: VideoFacts,
  { signal, budget }: Limits,
): Promise<VideoFacts> => {
  if (!isReadByFfmpeg(facts) || !(await mayBeInterlaced(video, facts))) return facts
  await ffmpegLoaded(signal)
  const source = await sourceOf(video, facts)
  const find = (limited: AbortSignal, onProgress: () => void) =>
    findFields(source, facts, limited, onProgress)
  const fields = await budget('ffmpeg', signal, find).catch(() => {
    // The video can be read, if combed. Whether it has fields is unknown then, so that a warning would be a guess.
    signal.throwIfAborted()
    return undefined
  })
  return fields ? { ...facts, fields, decoder: 'ffmpeg' } : facts
}

/** A cheap test: of what browsers decode only H.264 has fields, with a flag in its parameters. */
const mayBeInterlaced = async (video: Blob, { decoder, codec }: VideoFacts): Promise<boolean> => {
  if (decoder !== 'webcodecs') return decoder === 'ffmpeg' && codec !== 'HEVC'
  if (codec !== 'H.264') return false
  const { track, close } = await openTrack(video)
  try {
    const description = (await track.getDecoderConfig())?.description
    const record = description ? readAvcRecord(bytesOfSource(description)) : null
    return record?.sps.some(mayHaveFields) ?? false
  } finally {
    close()
  }
}

/** Whether ffmpeg failed because it has no decoder for the codec, as for VVC. */
const lacksDecoder = (cause: unknown): boolean =>
  isServiceError(cause) &&
  cause.cause instanceof FfmpegFailure &&
  /Decoder \(codec \w+\) not found|Decoding requested, but no decoder found/.test(cause.cause.message)

const readFirst = async (video: Blob, facts: VideoFacts, call: ReadOptions): Promise<Raster> => {
  // Opened without a spare decoder.
  const open = facts.decoder === 'webcodecs' ? openSampleReader : openFrameReader
  const reader = await open(video, facts)
  try {
    for await (const { raster } of reader.read(call)) return raster
    throw invalidVideo('video_no_picture')
  } finally {
    reader.close()
  }
}
