import { memoizePromise } from '#base/promises.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

/** A reader of a video that opens it when frames are first read: what is found elsewhere then costs no decoder. */
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
