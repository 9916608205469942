import type { VideoFacts } from '#contract/video-facts.ts'
import type { FrameReader } from './frame-reader.ts'
import { openFfmpegReader } from './read-by-ffmpeg.ts'
import { openImageReader } from './read-images.ts'
import { openSampleReader } from './read-samples.ts'

/**
 * Opens the frames of a video that `probeVideo` told the facts of. Rejects with `invalid_video`. Whoever opens
 * it closes it.
 */
export const openFrameReader = (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  switch (facts.decoder) {
    case 'webcodecs':
      return openSampleReader(video, facts)
    case 'images':
      return openImageReader(video, facts)
    case 'ffmpeg':
      return openFfmpegReader(video, facts)
  }
}
