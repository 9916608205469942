import { encodeImage } from '#codecs/image/image-codecs.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { fitBox } from '#engine/fit-box.ts'
import type { JpegChunk, PreviewRequest } from './video-requests.ts'

/** Plays videos that the browser itself cannot: one at a time, a stretch of small pictures after the other. */
export interface PreviewReader {
  /** The pictures from a moment on. What follows the last answer is read on without looking for it anew. */
  read(request: PreviewRequest, signal: AbortSignal): Promise<JpegChunk>
}

const maxChunkFrames = 15
const maxChunkSeconds = 0.75
/** Decoders hold memory; one that nobody asks any more gives it back after so long. */
const idleMs = 15_000
const sameSeconds = 1e-4
/** Where frames come unevenly, the one that shows at a moment began at most so long before it. */
const maxFrameSeconds = 2

type Reading = {
  readonly id: string
  readonly reader: FrameReader
  readonly frames: AsyncGenerator<Frame, void, void>
  readonly stop: AbortController
  nextSeconds: number
}

export const openPreviewReader = (): PreviewReader => {
  let held: Reading | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

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
    const { size } = fitBox(facts, { height: heightPx }, 'scale-down')
    // The moment lies within a frame; the reader counts from where frames begin.
    const backSeconds = facts.isVariable ? maxFrameSeconds : 1 / Math.max(1, facts.fps)
    const from = Math.max(0, Math.min(fromSeconds, facts.durationSeconds) - backSeconds)
    const range = { fromSeconds: from, toSeconds: Number.POSITIVE_INFINITY }
    const frames = reader.read({ size, range, signal: stop.signal })
    return { id, reader, frames, stop, nextSeconds: fromSeconds }
  }

  return {
    read: async (request, signal) => {
      clearTimeout(timer)
      const { id, fromSeconds } = request
      const goesOn = held?.id === id && Math.abs(held.nextSeconds - fromSeconds) < sameSeconds
      if (!goesOn) {
        await leave(held)
        held = await open(request, signal)
      }
      const reading = held
      if (!reading) throw new Error('no film')
      const pictures: { timestampSeconds: number; picture: Blob }[] = []
      let isOver = true
      let until = fromSeconds
      try {
        for (let next = await reading.frames.next(); !next.done; next = await reading.frames.next()) {
          const { raster, timestampSeconds, durationSeconds } = next.value
          until = timestampSeconds + durationSeconds
          // What had ended before the moment was read only to find the frame that shows then.
          if (until <= fromSeconds + sameSeconds && !goesOn) continue
          const picture = await encodeImage({ kind: 'colour', raster, opaque: true }, 'jpg', { signal })
          pictures.push({ timestampSeconds, picture })
          isOver = false
          if (pictures.length >= maxChunkFrames || until - fromSeconds >= maxChunkSeconds) break
          isOver = true
        }
      } catch (thrown) {
        await leave(reading)
        throw thrown
      }
      reading.nextSeconds = until
      timer = setTimeout(() => void leave(reading), idleMs)
      return {
        fromSeconds: pictures[0]?.timestampSeconds ?? fromSeconds,
        toSeconds: isOver ? Number.POSITIVE_INFINITY : until,
        frames: pictures,
      }
    },
  }
}
