import { untilAborted } from '#base/promises.ts'
import { cappedSize, type Frame, type FrameReader, type ReadOptions } from '#codecs/video/frame.ts'
import {
  type FrameTimes,
  frameDuration,
  frameRateOf,
  framesInRange,
  maxPackets,
} from '#codecs/video/timing/frame-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { frameReaders, isMovingKind, type MovingKind } from '#formats/moving-pictures.ts'
import type { PictureFrames } from '#formats/picture-frames.ts'
import { composeWebp } from './compose-webp.ts'
import { drawToRaster } from './sample-raster.ts'

const labels: Readonly<Record<MovingKind, string>> = { gif: 'GIF', webp: 'WebP', png: 'APNG', avif: 'AVIF' }

/**
 * The frames of a moving picture. Rejects with `invalid_video` if there are too many, or the file ends before its
 * first.
 */
export const readFrames = async (
  video: Blob,
  kind: MovingKind,
  signal?: AbortSignal,
): Promise<PictureFrames> => {
  const frames = await frameReaders[kind](video, { maxFrames: maxPackets, signal })
  if (!frames) throw invalidVideo('video_no_picture')
  if (frames.delays.length > maxPackets) throw invalidVideo('video_too_many_frames')
  return frames
}

const hasImageDecoder = () => 'ImageDecoder' in globalThis

/**
 * Reads the facts of a moving picture. Rejects with `invalid_video` for a single frame (D-3), and as `readFrames` does.
 */
export const probePicture = async (
  video: Blob,
  kind: MovingKind,
  signal?: AbortSignal,
): Promise<VideoFacts> => {
  const { width, height, delays, clockHz, mayBeTransparent, plays } = await readFrames(video, kind, signal)
  if (delays.length < 2) throw invalidVideo({ reason: 'picture_still', params: { codec: labels[kind] } })
  const rate = frameRateOf(pictureTimes({ delays, clockHz }), clockHz)
  return {
    container: kind,
    codec: labels[kind],
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    width,
    height,
    frames: delays.length,
    hasAlpha: mayBeTransparent,
    audio: null,
    ...(plays > 0 && { plays }),
    decoder: hasImageDecoder() || kind === 'webp' ? 'images' : 'ffmpeg',
  }
}

/** The display times of the frames of a moving picture. */
export const pictureTimes = ({ delays, clockHz }: Pick<PictureFrames, 'delays' | 'clockHz'>): FrameTimes => {
  let ticks = 0
  const startsSeconds = Float64Array.from(delays, (delay) => {
    ticks += delay
    return (ticks - delay) / clockHz
  })
  return {
    startSeconds: 0,
    timestamps: startsSeconds,
    endTimestamp: Number.POSITIVE_INFINITY,
    segmentStarts: [],
    keyTimestamps: startsSeconds.slice(0, 1),
    startsSeconds,
    durationSeconds: ticks / clockHz,
  }
}

/** Reads the frames of a moving picture, each composed with those before it. */
export const openPictureReader = async (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  const { container: kind } = facts
  if (!isMovingKind(kind)) throw new Error(`No picture is called ${kind}`)
  const times = pictureTimes(await readFrames(video, kind))
  const isDecoded = hasImageDecoder()

  async function* read({ size, range, signal }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = cappedSize(facts, size)
    const { first, end } = framesInRange(times, range)
    let position = isDecoded ? first : 0
    try {
      if (position === end) return
      const rasters = isDecoded
        ? decodeFrames(video, `image/${kind}`, first, signal)
        : composeWebp(video, facts, signal)
      for await (const raster of rasters) {
        if (position >= first)
          yield {
            raster: resizeRaster(raster, shown),
            timestampSeconds: times.startsSeconds[position],
            durationSeconds: frameDuration(times, position),
          }
        if (++position === end) return
      }
      throw invalidVideo('video_undecodable_to_end')
    } catch (cause) {
      signal.throwIfAborted()
      throw invalidVideo('video_undecodable_to_end', cause)
    }
  }

  return { facts, read, close: () => {} }
}

/** Decodes frames with the browser's ImageDecoder; never ends by itself. */
async function* decodeFrames(
  video: Blob,
  type: string,
  first: number,
  signal: AbortSignal,
): AsyncGenerator<Raster, void, void> {
  const decoder = new ImageDecoder({ data: video.stream(), type })
  // Closing the decoder early rejects these two promises, which nobody awaits.
  for (const promise of [decoder.completed, decoder.tracks.ready]) promise.catch(() => {})
  try {
    for (let frameIndex = first; ; frameIndex++) {
      const decoding = decoder.decode({ frameIndex })
      yield pixelsOf(await untilAborted(decoding, signal, (late) => late.image.close()))
    }
  } finally {
    decoder.close()
  }
}

/** Reads pixels with a canvas, since Firefox copies frames with premultiplied colours. */
const pixelsOf = ({ image }: ImageDecodeResult): Raster => {
  const { displayWidth: width, displayHeight: height } = image
  try {
    // A frame's own size may differ from the size in the file's header.
    if (width * height > limits.image.maxPixels)
      throw invalidVideo({ reason: 'video_frame_too_large', params: { width, height } })
    return drawToRaster(image, { width, height })
  } finally {
    image.close()
  }
}
