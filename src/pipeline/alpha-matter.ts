import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { ServiceError } from '#contract/service-error.ts'
import { alphaOf } from '#engine/compose.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import type { SmallFrame } from '#matting/small-frame.ts'
import { type TrackedFrame, trackMotion } from '#matting/track-motion.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import { createChangeWatch } from '#matting/watch-changes.ts'

/**
 * A matter without networks: each frame's matte is the alpha of `result`, another service's cut-out of the same video,
 * at that time, scaled to the frame. Missing frames use the alpha of the previous one.
 */
export const createAlphaMatter = (result: FrameReader): VideoMatter => ({
  load: async () => {},
  estimate: async function* (frames, _level, { signal }) {
    let alphas: AlphaFollower | undefined
    let last: (TrackedFrame & { readonly matte: AlphaMask8 }) | undefined
    const watch = createChangeWatch()
    try {
      for await (const tracked of trackMotion(frames, signal)) {
        alphas ??= followAlpha(result, tracked.frame, signal)
        const matte = alphaOf(await alphas.at(tracked.frame.timestampSeconds))
        const isJump = last !== undefined && watch(last, tracked, last.matte) === 'cut'
        yield { matte, isKey: true, isCut: tracked.isCut || isJump }
        last = { ...tracked, matte }
      }
    } finally {
      await alphas?.close()
    }
  },
})

type AlphaFollower = {
  /** The frame displayed at a time; times must not decrease. */
  readonly at: (seconds: number) => Promise<Raster>
  readonly close: () => Promise<unknown>
}

/** Containers round the same time differently. */
const slackFrames = 0.25

const followAlpha = (result: FrameReader, first: SmallFrame, signal: AbortSignal): AlphaFollower => {
  const { width, height } = first.raster
  const slackSeconds = slackFrames / Math.max(1, result.facts.fps)
  const fromSeconds = Math.max(0, first.timestampSeconds - 1)
  const frames = result.read({
    size: { width, height },
    range: { fromSeconds, toSeconds: Number.POSITIVE_INFINITY },
    signal,
  })
  let shown: Frame | undefined
  let next: Frame | undefined
  const advance = async () => {
    const { value, done } = await frames.next()
    next = done ? undefined : value
  }
  return {
    at: async (seconds) => {
      if (!shown) {
        await advance()
        shown = next
        await advance()
      }
      while (next && next.timestampSeconds <= seconds + slackSeconds) {
        shown = next
        await advance()
      }
      if (!shown) throw new ServiceError('invalid_video')
      return shown.raster
    },
    close: () => frames.return(),
  }
}
