import { memoizePromise } from '#base/promises.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** A reader that opens its video on the first read: if no frames are read, no decoder is needed. */
export const openLazyReader = (facts: VideoFacts, open: () => Promise<FrameReader>): FrameReader => {
  const opened = memoizePromise(open)
  let isOpen = false
  return {
    facts,
    async *read(options) {
      isOpen = true
      yield* (await opened()).read(options)
    },
    close: () => {
      if (!isOpen) return
      opened().then(
        (reader) => reader.close(),
        () => {},
      )
    },
  }
}
