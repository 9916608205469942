import { type GifFrames, readGifFrames } from '#base/gif-frames.ts'
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
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

/** The frames of a GIF. Rejects with `invalid_video` for one with too many, and for one that ends before its first. */
export const readGif = async (video: Blob, signal?: AbortSignal): Promise<GifFrames> => {
  const gif = await readGifFrames(video, { maxFrames: maxPackets, signal })
  if (!gif) throw invalidVideo('gif_truncated')
  if (gif.delays.length > maxPackets) throw invalidVideo('gif_too_many_frames')
  return gif
}

/** GIF counts in hundredths of a second. */
const clockHz = 100

/** Reads the facts of a GIF. Rejects with `invalid_video` for a single frame (D-3), and as `readGif` does. */
export const probeGif = async (video: Blob, signal?: AbortSignal): Promise<VideoFacts> => {
  const gif = await readGif(video, signal)
  if (gif.delays.length < 2) throw invalidVideo('gif_still')
  const rate = frameRateOf(gifTimes(gif), clockHz)
  return {
    container: 'gif',
    codec: 'GIF',
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    width: gif.width,
    height: gif.height,
    frames: gif.delays.length,
    hasAlpha: gif.restoresBackground,
    audio: null,
    decoder: 'ImageDecoder' in globalThis ? 'images' : 'ffmpeg',
  }
}

/** When the frames of a GIF are shown. */
export const gifTimes = ({ delays }: GifFrames): FrameTimes => {
  let hundredths = 0
  const startsSeconds = Float64Array.from(delays, (delay) => {
    hundredths += delay
    return (hundredths - delay) / clockHz
  })
  return {
    startSeconds: 0,
    timestamps: startsSeconds,
    endTimestamp: Number.POSITIVE_INFINITY,
    segmentStarts: [],
    keyTimestamps: startsSeconds.slice(0, 1),
    startsSeconds,
    durationSeconds: hundredths / clockHz,
  }
}

/** Reads the frames of an animated GIF with the browser's ImageDecoder, which composes each with those before it. */
export const openImageReader = async (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  const times = gifTimes(await readGif(video))

  async function* read({ size, range, signal }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = cappedSize(facts, size)
    const { first, end } = framesInRange(times, range)
    const decoder = new ImageDecoder({ data: video.stream(), type: 'image/gif' })
    // Closing the decoder early rejects these two promises, which nobody awaits.
    for (const promise of [decoder.completed, decoder.tracks.ready]) promise.catch(() => {})
    try {
      for (let position = first; position < end; position++) {
        const decoding = decoder.decode({ frameIndex: position })
        const { image } = await untilAborted(decoding, signal, (late) => late.image.close())
        const raster = await pixelsOf(image).finally(() => image.close())
        yield {
          raster: resizeRaster(raster, shown),
          timestampSeconds: times.startsSeconds[position],
          durationSeconds: frameDuration(times, position),
        }
      }
    } catch (cause) {
      signal.throwIfAborted()
      throw invalidVideo('gif_undecodable', cause)
    } finally {
      decoder.close()
    }
  }

  return { facts, read, close: () => {} }
}

/** The alpha of a GIF is 0 or 255, so premultiplication loses nothing. */
const pixelsOf = async (image: VideoFrame): Promise<Raster> => {
  const { displayWidth: width, displayHeight: height } = image
  const data = new Uint8ClampedArray(width * height * 4)
  await image.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return { width, height, data }
}
