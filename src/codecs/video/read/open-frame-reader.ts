import { openFfmpegReader } from '#codecs/video/ffmpeg/read-by-ffmpeg.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { openImageReader } from './read-gif.ts'
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
