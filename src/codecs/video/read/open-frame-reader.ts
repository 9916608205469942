import { openFfmpegReader } from '#codecs/video/ffmpeg/read-by-ffmpeg.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { containerNamed } from './containers.ts'
import { openImageReader } from './read-gif.ts'
import { openSampleReader } from './read-samples.ts'

type OpenReader = (video: Blob, facts: VideoFacts) => Promise<FrameReader>

const readers: { readonly [D in VideoFacts['decoder']]: OpenReader } = {
  webcodecs: openSampleReader,
  images: openImageReader,
  ffmpeg: async (video, facts) =>
    openFfmpegReader(await containerNamed(facts.container).ffmpegSource(video), facts),
}

/**
 * Opens the frames of a video with the decoder that `probeVideo` chose in `facts`. The caller closes the reader. Rejects
 * with `invalid_video`.
 */
export const openFrameReader: OpenReader = (video, facts) => readers[facts.decoder](video, facts)
