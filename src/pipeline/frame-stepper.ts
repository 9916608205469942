import { untilAborted } from '#base/promises.ts'
import { createTimer } from '#base/timers.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { frameAt } from './frame-at.ts'

/** Up to this distance decoding continues; further frames restart the decoder at a key frame. */
const maxAheadSeconds = 0.5
/** A decoder unused for so many milliseconds is closed, since it holds memory. */
const idleMs = 20_000

/** Reads single frames. A frame shortly after the last one costs only decoding up to it. */
interface FrameStepper {
  /** `frameAt` at full size, of the video `name`, opened by `open`. Make one call at a time. */
  at(name: string, open: () => Promise<FrameReader>, fromSeconds: number, signal: AbortSignal): Promise<Frame>
}

type OpenVideo = {
  readonly name: string
  readonly reader: FrameReader
  readonly frames: AsyncGenerator<Frame, void, void>
  /** Ends the reading, which spans several calls and so has its own signal. */
  readonly stop: AbortController
  /** Start of the last frame read. */
  readonly atSeconds: number
}

export const createFrameStepper = (): FrameStepper => {
  let kept: OpenVideo | undefined
  const release = ({ reader, frames, stop }: OpenVideo) => {
    stop.abort()
    frames.return().catch(() => {})
    reader.close()
  }
  const idle = createTimer(() => {
    if (kept) release(kept)
    kept = undefined
  })

  return {
    at: async (name, open, fromSeconds, signal) => {
      idle.stop()
      const last = kept
      kept = undefined
      const isNext =
        last?.name === name && fromSeconds > last.atSeconds && fromSeconds <= last.atSeconds + maxAheadSeconds
      if (last && !isNext) release(last)
      const video = last && isNext ? last : begin(name, await open(), fromSeconds)
      try {
        for (;;) {
          const { value: frame } = await untilAborted(video.frames.next(), signal)
          if (frame && frame.timestampSeconds < fromSeconds) continue
          if (!frame) {
            const found = await frameAt(video.reader, fromSeconds, video.reader.facts, signal)
            release(video)
            return found
          }
          kept = { ...video, atSeconds: frame.timestampSeconds }
          idle.start(idleMs)
          return frame
        }
      } catch (thrown) {
        release(video)
        throw thrown
      }
    },
  }
}

const begin = (name: string, reader: FrameReader, fromSeconds: number): OpenVideo => {
  const stop = new AbortController()
  const range = { fromSeconds, toSeconds: Number.POSITIVE_INFINITY }
  const frames = reader.read({ range, signal: stop.signal })
  return { name, reader, frames, stop, atSeconds: fromSeconds }
}
