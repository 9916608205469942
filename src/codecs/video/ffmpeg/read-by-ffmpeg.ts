import type { Size } from '#base/geometry.ts'
import { openAsyncHandoff } from '#codecs/video/async-handoff.ts'
import type { Frame, FrameReader, ReadOptions } from '#codecs/video/frame.ts'
import { cappedSize } from '#codecs/video/frame.ts'
import { aspectTolerance } from '#codecs/video/read/fit-frame.ts'
import type { FrameTimes } from '#codecs/video/timing/frame-times.ts'
import { contiguousRuns, fieldTimes, frameDuration, framesInRange } from '#codecs/video/timing/frame-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { hdrToSrgbLut } from '#engine/color/hdr-to-srgb.ts'
import { deepPixels, fromDeepPixels, type LoggedFrame, readFrameLog } from './deep-frame.ts'
import { type FfmpegCore, openFfmpeg, piecesPath, type RunOptions } from './ffmpeg-core.ts'
import type { FfmpegSource } from './ffmpeg-source.ts'
import { canMakeFfmpegWait } from './ffmpeg-wasm.ts'

/** Frames that a decoder may lose at the edges of groups of pictures before the file counts as truncated. */
const maxMissing = 2
/** Bytes of frames that ffmpeg decodes at a time if it cannot wait. */
const maxUnpacedBytes = 64 << 20

const cubePath = '/standard.cube'
/** A LUT is ten times as fast as ffmpeg's tone mapping in floats. */
const toStandardRange = (depth: string) => [`format=${depth}`, `lut3d=file=${cubePath}:interp=tetrahedral`]

type Opened = { readonly ffmpeg: FfmpegCore; readonly path: string }
type Decoded = LoggedFrame & { readonly data: Uint8Array<ArrayBuffer> }

/**
 * Reads frames with ffmpeg, for codecs that the browser does not decode (HEVC, MPEG-4, ProRes and others); with
 * `isDeep` in 16 bits, for the fine colours of frames of more than 8 bits.
 */
export const openFfmpegReader = (given: FfmpegSource, facts: VideoFacts, isDeep = false): FrameReader => {
  const times = facts.isByField ? fieldTimes(given.times) : given.times
  const source = { ...given, times }
  // An ffmpeg whose run has ended is kept for the next read.
  let idle: Opened | undefined
  let isClosed = false
  const open = async (signal: AbortSignal): Promise<Opened> => {
    const kept = idle
    idle = undefined
    if (kept) return kept
    const ffmpeg = await openFfmpeg(signal)
    const stop = () => ffmpeg.close()
    signal.addEventListener('abort', stop)
    try {
      if (source.hdr) await ffmpeg.writeFile(cubePath, new TextEncoder().encode(hdrToSrgbLut(source.hdr)))
      return { ffmpeg, path: await ffmpeg.mount(source.video) }
    } catch (cause) {
      ffmpeg.close()
      throw cause
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  async function* read({ size, range, signal, onProgress }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = cappedSize(facts, size)
    const { first, end } = framesInRange(times, range)
    const maxFrames = canMakeFfmpegWait() ? end - first : framesOf(maxUnpacedBytes, shown, isDeep)
    let given = 0
    try {
      const pieces = contiguousRuns(times, { first, end }, 1).flatMap((run) => piecesOf(run, maxFrames))
      for (const { from, until } of pieces) {
        let position = from
        for await (const { data, seconds, pixelFormat } of decode(from, until, shown, {
          signal,
          onProgress,
        })) {
          if (source.hasTimestamps) {
            const isNext = () =>
              times.timestamps[position + 1] - seconds <= seconds - times.timestamps[position]
            while (position + 1 < until && isNext()) position++
          }
          if (position >= until) break
          given++
          const durationSeconds = frameDuration(times, position)
          const pixels = isDeep
            ? fromDeepPixels(data, shown, pixelFormat)
            : { raster: { ...shown, data: new Uint8ClampedArray(data.buffer) } }
          yield { ...pixels, timestampSeconds: times.startsSeconds[position++], durationSeconds }
        }
      }
      if (end > first && (given === 0 || given < end - first - maxMissing))
        throw invalidVideo('video_truncated')
    } catch (cause) {
      signal.throwIfAborted()
      throw invalidVideo('video_undecodable_to_end', cause)
    }
  }

  /** The frames at these positions, each with its time on the container's clock. */
  async function* decode(
    from: number,
    until: number,
    shown: Size,
    { signal, onProgress }: Pick<RunOptions, 'onProgress'> & { readonly signal: AbortSignal },
  ): AsyncGenerator<Decoded> {
    const opened = await open(signal)
    const frames = openAsyncHandoff<Decoded>()
    const log = readFrameLog()
    const pieces = {
      pieceBytes: frameBytes(shown, isDeep),
      onPiece: (data: Uint8Array<ArrayBuffer>) => frames.give({ data, ...log.next() }),
    }
    let isDone = false
    opened.ffmpeg
      .run(argsOf(opened.path, source, facts, from, until, shown, isDeep), {
        signal,
        onProgress,
        pieces,
        onLine: log.onLine,
      })
      .then(() => {
        isDone = true
        frames.end()
      })
      .catch((cause: unknown) => frames.end({ cause }))
    try {
      // A file without timestamps is counted from its first frame.
      let toSkip = source.hasTimestamps ? 0 : from
      for (let frame = await frames.take(); frame; frame = await frames.take()) {
        if (frame.data.length < pieces.pieceBytes) throw new Error('ffmpeg wrote half a frame')
        if (toSkip-- <= 0) yield frame
      }
    } finally {
      frames.close()
      if (isDone && !idle && !isClosed) idle = opened
      else opened.ffmpeg.close()
    }
  }

  return {
    facts,
    read,
    close() {
      isClosed = true
      idle?.ffmpeg.close()
    },
  }
}

/** Splits a run into parts of a number of frames. */
const piecesOf = ({ first, end }: { readonly first: number; readonly end: number }, maxFrames: number) =>
  Array.from({ length: Math.ceil((end - first) / maxFrames) }, (_, index) => {
    const from = first + index * maxFrames
    return { from, until: Math.min(end, from + maxFrames) }
  })

const frameBytes = ({ width, height }: Size, isDeep: boolean) => width * height * (isDeep ? 8 : 4)

const framesOf = (bytes: number, size: Size, isDeep: boolean) =>
  Math.max(1, Math.floor(bytes / frameBytes(size, isDeep)))

/** ffmpeg's own decoders of these codecs ignore transparency; those of libvpx, which are slower, decode it. */
const alphaDecoders: { readonly [codec: string]: string } = { VP8: 'libvpx', VP9: 'libvpx-vp9' }

const argsOf = (
  path: string,
  source: FfmpegSource,
  { codec, hasAlpha, fields, isByField }: VideoFacts,
  from: number,
  until: number,
  shown: Size,
  isDeep: boolean,
): string[] => {
  const decoder = hasAlpha ? alphaDecoders[codec] : undefined
  const { times, trackIndex, hasTimestamps, matrix, hdr, turn, cropped } = source
  const scale = `${fitting(shown)}:flags=${exactly}${matrix ? `:in_color_matrix=${matrix}` : ''}`
  const isSplit = times.segmentStarts.includes(from)
  const begins = hasTimestamps && (from > 0 || isSplit)
  const filters = [
    ...(fields ? [wholeFrames(fields, isByField)] : []),
    ...(begins
      ? [
          `select=gte(t\\,${isSplit ? times.timestamps[from] - momentSeconds : between(times.timestamps, from)})`,
        ]
      : []),
    'showinfo=checksum=0',
    ...(turn ? turning(turn) : []),
    ...(cropped ? cropping(cropped) : []),
    scale,
    ...(hdr ? toStandardRange(isDeep ? 'gbrp16' : 'gbrp10') : []),
    `format=${isDeep ? deepPixels : 'rgba'}`,
    `pad=${shown.width}:${shown.height}:-1:-1:color=black@${hasAlpha ? 0 : 1}`,
  ]
  const seek = begins ? ['-seek_timestamp', '1', '-ss', String(keyBefore(times, from))] : []
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'info', '-copyts', ...seek],
    ...(decoder === undefined ? [] : ['-c:v', decoder]),
    // ffmpeg would turn frames before its filters, and fields would become columns.
    ...['-noautorotate', '-i', path, '-map', `0:v:${trackIndex}`, '-an', '-sn', '-dn'],
    ...['-frames:v', String(hasTimestamps ? until - from : until), '-fps_mode', 'passthrough'],
    ...['-vf', filters.join(','), '-f', 'rawvideo', piecesPath],
  ]
}

/** The filter of ffmpeg whose output is closest to progressive frames. */
const wholeFrames = (fields: NonNullable<VideoFacts['fields']>, isByField = false): string =>
  `bwdif=mode=${isByField ? 'send_field' : 'send_frame'}:parity=${fields === 'top' ? 'tff' : 'bff'}:deint=all`

/** Without `full_chroma_int` the scaler converts by coarse tables, which make white 250 to 253. */
const exactly = 'area+accurate_rnd+full_chroma_int'

/** Scales frames to a size; one of another shape than the first ones keeps its own, as in `fitFrame`. */
const fitting = ({ width, height }: Size): string => {
  const side = (whole: number, own: string) =>
    `'if(lt(abs(dar*${height / width}-1),${aspectTolerance}),${whole},min(${whole},max(1,round(${own}))))'`
  return `scale=${side(width, `${height}*dar`)}:${side(height, `${width}/dar`)}`
}

const turns = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const

const turning = ({ degrees, isMirrored }: NonNullable<FfmpegSource['turn']>): readonly string[] => [
  ...turns[degrees],
  ...(isMirrored ? ['hflip'] : []),
]

const cropping = ({ part, pixelAspect }: NonNullable<FfmpegSource['cropped']>): readonly string[] => [
  `crop=round(iw*${part.width}):round(ih*${part.height}):round(iw*${part.x}):round(ih*${part.y}):exact=1`,
  `setsar=${pixelAspect}`,
]

/** Seconds; less than the distance of two frames. */
const momentSeconds = 0.0005

/** A timestamp between a frame and the one before it. */
const between = (stamps: Float64Array, position: number) => (stamps[position - 1] + stamps[position]) / 2

/**
 * The timestamp of the key frame to seek to, by display order. ffmpeg seeks by decoding order, and might start at a key
 * frame that is displayed after this frame, which would then be lost.
 */
const keyBefore = ({ keyTimestamps, timestamps }: FrameTimes, position: number): number => {
  const later = keyTimestamps.findIndex((stamp) => stamp > timestamps[position])
  return keyTimestamps[(later < 0 ? keyTimestamps.length : later) - 1] ?? timestamps[0]
}
