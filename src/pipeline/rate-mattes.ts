import { yieldToEvents } from '#base/timers.ts'
import type { FrameRating } from '#contract/video-edits.ts'
import { matteFlicker, matteUncertainty } from '#engine/matte-stability.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { matteOfFrame } from './matte-cache.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'

type RatedFrame = { readonly seconds: number; readonly isCut: boolean; readonly matte: AlphaMask8 }

/** The uncertainty and flicker of each matte of a video: high values need a look. */
export const rateMattes = async (
  chunks: Pick<MatteChunkStore, 'list' | 'read'>,
  { signal, onProgress }: MattingCall,
): Promise<readonly FrameRating[]> => {
  const ratings: FrameRating[] = []
  let before: RatedFrame | undefined
  let frame: RatedFrame | undefined
  const rate = (after: RatedFrame | undefined) => {
    if (!frame) return
    ratings.push({
      seconds: frame.seconds,
      uncertainty: matteUncertainty(frame.matte),
      flicker:
        before && after && !frame.isCut && !after.isCut
          ? matteFlicker(before.matte, frame.matte, after.matte)
          : 0,
    })
  }
  const ranges = await chunks.list()
  for (const [index, range] of ranges.entries()) {
    await yieldToEvents(signal)
    const chunk = await chunks.read(range)
    for (const { timestampSeconds, isCut, data } of chunk.frames) {
      const next = { seconds: timestampSeconds, isCut, matte: matteOfFrame(chunk, { data }) }
      rate(next)
      ;[before, frame] = [frame, next]
    }
    onProgress({ step: 'read', ratio: (index + 1) / ranges.length })
  }
  rate(undefined)
  return ratings
}
