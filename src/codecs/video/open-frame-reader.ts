import type { VideoFacts } from '#contract/video-facts.ts'
import type { FrameReader } from './frame-reader.ts'
import { openSampleReader } from './read-samples.ts'

/**
 * Opens the frames of a video that `probeVideo` told the facts of. Rejects with `invalid_video`. Whoever opens
 * it closes it.
 */
export const openFrameReader = (video: Blob, facts: VideoFacts): Promise<FrameReader> =>
  openSampleReader(video, facts)
