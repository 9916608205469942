import { fitSize } from '#base/geometry.ts'
import { createTimer } from '#base/timers.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Raster } from '#engine/raster.ts'
import type { FrameChunkOf, PreviewRequest } from './video-requests.ts'

/** Decodes a video in small chunks for the page, one video at a time. */
interface PreviewReader<T> {
  /** The next frames from `fromSeconds`. Continuing after the last answer needs no new decoder. */
  read(request: PreviewRequest, signal: AbortSignal): Promise<FrameChunkOf<T>>
}

/** Maximum of frames and seconds per answer. */
const maxChunkFrames = 15
const maxChunkSeconds = 0.75
/** A decoder unused for this long is closed, since it holds memory. */
const idleMs = 15_000
const sameSeconds = 1e-4
/** With a variable frame rate, the frame displayed at a time is searched up to this far before it. */
const maxFrameSeconds = 2

type Reading = {
  readonly id: string
  readonly reader: FrameReader
  readonly frames: AsyncGenerator<Frame, void, void>
  readonly stop: AbortController
  nextSeconds: number
}

/** `convert` turns each frame into what the page gets. */
export const openPreviewReader = <T extends object>(
  convert: (raster: Raster, signal: AbortSignal) => Promise<T> | T,
): PreviewReader<T> => {
  let held: Reading | undefined
  const timer = createTimer(() => leave(held))

  const leave = async (reading: Reading | undefined) => {
    if (!reading) return
    if (held === reading) held = undefined
    reading.stop.abort()
    await reading.frames.return().catch(() => {})
    reading.reader.close()
  }
  const open = async ({ video, id, fromSeconds, heightPx }: PreviewRequest, signal: AbortSignal) => {
    const facts = await probeVideo(video, { signal })
    const reader = await openFrameReader(video, facts)
    const stop = new AbortController()
    const { size } = fitSize(facts, { height: heightPx }, 'scale-down')
    // The displayed frame began earlier, and the reader selects frames by their start.
    const backSeconds = facts.isVariable ? maxFrameSeconds : 1 / Math.max(1, facts.fps)
    const from = Math.max(0, Math.min(fromSeconds, facts.durationSeconds) - backSeconds)
    const range = { fromSeconds: from, toSeconds: Number.POSITIVE_INFINITY }
    const frames = reader.read({ size, range, signal: stop.signal })
    return { id, reader, frames, stop, nextSeconds: fromSeconds }
  }

  return {
    read: async (request, signal) => {
      timer.stop()
      const { id, fromSeconds } = request
      const goesOn = held?.id === id && Math.abs(held.nextSeconds - fromSeconds) < sameSeconds
      if (!goesOn) {
        await leave(held)
        held = await open(request, signal)
      }
      const reading = held
      if (!reading) throw new Error('No video is open')
      const converted: (T & { timestampSeconds: number })[] = []
      let isOver = true
      let until = fromSeconds
      try {
        for (let next = await reading.frames.next(); !next.done; next = await reading.frames.next()) {
          const { raster, timestampSeconds, durationSeconds } = next.value
          until = timestampSeconds + durationSeconds
          // It ended before that time, and was read only to find the displayed frame.
          if (until <= fromSeconds + sameSeconds && !goesOn) continue
          converted.push({ ...(await convert(raster, signal)), timestampSeconds })
          isOver = false
          if (converted.length >= maxChunkFrames || until - fromSeconds >= maxChunkSeconds) break
          isOver = true
        }
      } catch (thrown) {
        await leave(reading)
        throw thrown
      }
      reading.nextSeconds = until
      timer.start(idleMs)
      return {
        fromSeconds: converted[0]?.timestampSeconds ?? fromSeconds,
        toSeconds: isOver ? Number.POSITIVE_INFINITY : until,
        frames: converted,
      }
    },
  }
}
