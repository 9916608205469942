import { untilAborted } from '#base/abort.ts'
import { createYielder } from '#base/timers.ts'
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

/** What the blocks of a GIF say of it (GIF89a specification, W3C), without a pixel decoded. */
type GifFacts = {
  readonly width: number
  readonly height: number
  /** How long each frame is shown, in hundredths of a second, as browsers take it. */
  readonly delays: readonly number[]
  /** Some frame has a transparent colour and gives way to the background instead of the next frame. */
  readonly restoresBackground: boolean
}

/** Browsers show frames that ask for less, or for nothing, for a tenth of a second. */
const minDelay = 2
const defaultDelay = 10

const extension = 0x21
const graphicControl = 0xf9
const imageDescriptor = 0x2c
const trailer = 0x3b

/**
 * Walks a GIF's blocks from front to end; of a file that breaks off, the frames that are whole. Rejects with
 * `invalid_video` where there are more frames than a video can have, and with the signal's reason.
 */
export const readGif = async (video: Blob, signal?: AbortSignal): Promise<GifFacts> => {
  const yieldNow = createYielder(signal)
  const bytes = walk(video, yieldNow)
  const delays: number[] = []
  let restoresBackground = false
  let delay = 0
  const screen = await bytes.take(13)
  if (!screen) throw invalidVideo('gif_truncated')
  const [width, height] = [wordAt(screen, 6), wordAt(screen, 8)]
  let isWhole = await bytes.skip(paletteBytes(screen[10]))
  while (isWhole) {
    await yieldNow()
    const kind = (await bytes.take(1))?.[0]
    if (kind === undefined || kind === trailer) break
    if (kind === extension) {
      const head = await bytes.take(2)
      if (!head) break
      if (head[0] === graphicControl && head[1] === 4) {
        const control = await bytes.take(4)
        if (!control) break
        delay = wordAt(control, 1)
        const disposal = (control[0] >> 2) & 7
        restoresBackground ||= disposal === 2 || disposal === 3
        isWhole = await bytes.skipBlocks()
      } else isWhole = (await bytes.skip(head[1])) && (head[1] === 0 || (await bytes.skipBlocks()))
    } else if (kind === imageDescriptor) {
      const descriptor = await bytes.take(9)
      if (!descriptor) break
      // The palette, the size of the codes, the codes.
      isWhole = (await bytes.skip(paletteBytes(descriptor[8]) + 1)) && (await bytes.skipBlocks())
      if (isWhole) delays.push(delay < minDelay ? defaultDelay : delay)
      if (delays.length > maxPackets) throw invalidVideo('gif_too_many_frames')
      delay = 0
    } else break
  }
  return { width, height, delays, restoresBackground }
}

const wordAt = (bytes: Uint8Array, index: number) => bytes[index] | (bytes[index + 1] << 8)

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** A walk along a Blob, of which one piece is held at a time. Each step tells whether there was so much. */
const walk = (blob: Blob, yieldNow: () => Promise<void>) => {
  const pieceBytes = 1 << 20
  let piece = new Uint8Array()
  let start = 0
  let position = 0

  const hold = async (): Promise<void> => {
    await yieldNow()
    start = position
    piece = new Uint8Array(await blob.slice(start, start + pieceBytes).arrayBuffer())
  }
  const take = async (count: number): Promise<Uint8Array | undefined> => {
    if (position + count > blob.size) return undefined
    if (position < start || position + count > start + piece.length) await hold()
    const taken = piece.subarray(position - start, position - start + count)
    position += count
    return taken
  }
  const skip = async (count: number): Promise<boolean> => {
    position += count
    return position <= blob.size
  }
  /** Blocks of up to 255 bytes, each after its length; a length of 0 ends them. */
  const skipBlocks = async (): Promise<boolean> => {
    while (position < blob.size) {
      if (position < start || position >= start + piece.length) await hold()
      // A block may be as short as a byte, so nothing is waited for between them.
      while (position < start + piece.length) {
        const length = piece[position - start]
        position += length + 1
        if (length === 0) return true
      }
    }
    return false
  }
  return { take, skip, skipBlocks }
}

/** A GIF counts in hundredths of a second. */
const clockHz = 100

/** Rejects with `invalid_video` for a GIF of a single frame (D-3), and as `readGif` does. */
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

export const gifTimes = ({ delays }: GifFacts): FrameTimes => {
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

/** Reads the frames of an animated GIF, each put together of all before it, through the browser's ImageDecoder. */
export const openImageReader = async (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  const times = gifTimes(await readGif(video))

  async function* read({ size, range, signal }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = cappedSize(facts, size)
    const { first, end } = framesInRange(times, range)
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

/** Alpha is 0 or 255 here, so that nothing is lost to premultiplication. */
const pixelsOf = async (image: VideoFrame): Promise<Raster> => {
  const { displayWidth: width, displayHeight: height } = image
  const data = new Uint8ClampedArray(width * height * 4)
  await image.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return { width, height, data }
}
