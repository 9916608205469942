import type { Frame, FrameReader, ReadOptions } from '#codecs/video/frame.ts'
import { isServiceError } from '#contract/service-error.ts'

/** Seconds; less than the distance of two frames. */
const momentSeconds = 0.0005

/**
 * Reads the frames of `reader`. If it fails in the middle, reads the rest with `openSpare`, whose frames have the same
 * times; later reads begin with the spare. Rejects like `reader` if the spare has no more frames or cannot be opened,
 * otherwise like the spare.
 */
export const readWithSpare = (reader: FrameReader, openSpare: () => Promise<FrameReader>): FrameReader => {
  let spare: Promise<FrameReader> | undefined
  async function* read(options: ReadOptions): AsyncGenerator<Frame, void, void> {
    if (spare) return yield* (await spare).read(options)
    let fromSeconds = options.range?.fromSeconds ?? 0
    try {
      for await (const frame of reader.read(options)) {
        fromSeconds = frame.timestampSeconds + momentSeconds
        yield frame
      }
    } catch (cause) {
      options.signal.throwIfAborted()
      if (!isServiceError(cause) || cause.code !== 'invalid_video') throw cause
      spare = openSpare()
      // A later read tries again.
      spare.catch(() => {
        spare = undefined
      })
      const toSeconds = options.range?.toSeconds ?? Number.POSITIVE_INFINITY
      let given = 0
      for await (const frame of (await spare).read({ ...options, range: { fromSeconds, toSeconds } })) {
        given++
        yield frame
      }
      if (given === 0) throw cause
    }
  }
  return {
    facts: reader.facts,
    read,
    close() {
      reader.close()
      spare?.then((opened) => opened.close()).catch(() => {})
    },
  }
}
