import { untilAborted } from '#base/abort.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Frame } from './frame.ts'
import type { FrameReader, ReadOptions } from './frame-reader.ts'
import { readGif } from './gif-frames.ts'
import { invalidVideo } from './invalid-video.ts'
import { gifTimes } from './probe-gif.ts'
import { readingSize } from './reading-size.ts'
import { framesIn, lastingOf } from './time-range.ts'

/** Reads the frames of an animated GIF, each put together of all before it, through the browser's ImageDecoder. */
export const openImageReader = async (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  const times = gifTimes(await readGif(video))

  async function* read({ size, range, signal }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = readingSize(facts, size)
    const { first, end } = framesIn(times, range)
    const decoder = new ImageDecoder({ data: video.stream(), type: 'image/gif' })
    // Closing it early rejects these two, which nobody waits for.
    for (const promise of [decoder.completed, decoder.tracks.ready]) promise.catch(() => {})
    try {
      for (let position = first; position < end; position++) {
        const { image } = await untilAborted(decoder.decode({ frameIndex: position }), signal)
        const raster = await pixelsOf(image).finally(() => image.close())
        yield {
          raster: resizeRaster(raster, shown),
          timestampSeconds: times.startsSeconds[position],
          durationSeconds: lastingOf(times, position),
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

/** Alpha is 0 or 255 here, so that nothing is lost to premultiplication. */
const pixelsOf = async (image: VideoFrame): Promise<Raster> => {
  const { displayWidth: width, displayHeight: height } = image
  const data = new Uint8ClampedArray(width * height * 4)
  await image.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return { width, height, data }
}
