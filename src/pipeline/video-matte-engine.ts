import { memoizePromise } from '#base/shared-promise.ts'
import { encodeImage } from '#codecs/image/encode-image.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { canEncodeH264 } from '#codecs/video/write/mp4-writer.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { MattingCall } from '#matting/networks.ts'
import { openNetworks } from '#matting/open-networks.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { checkSize } from './check-size.ts'
import { openMatteTrack } from './matte-track.ts'
import { matteVideo } from './matte-video.ts'
import { tryFrame } from './try-frame.ts'
import type { MatteReport, MatteRequest, SizeRequest, TrialRequest } from './video-calls.ts'
import { videoKey } from './video-key.ts'

/** The half of video mode that needs a network: everything that the matte worker serves. */
export interface VideoMatteEngine {
  /** Facts of a video of any length; see `probeVideo`. */
  probeVideo(request: { readonly video: Blob }, call: MattingCall): Promise<VideoFacts>
  /** Rejects with `validation_error` where the result could not be written here; see `checkSize`. */
  checkSize(request: SizeRequest, call: MattingCall): Promise<void>
  /** Its name by its content; see `videoKey`. */
  videoKey(request: { readonly video: Blob }, call: MattingCall): Promise<string>
  /** Writes the mattes that are missing below `tracks/<track>/<level>`; see `matteVideo`. */
  estimateMattes(request: MatteRequest, call: MattingCall): Promise<MatteReport>
  /** PNGs of single frames as the options make them. */
  tryFrames(request: TrialRequest, call: MattingCall): Promise<readonly Blob[]>
}

/** Nothing is loaded before the first call. `weightsHolder` keeps those model files that the browser cannot. */
export const openVideoMatteEngine = (weightsHolder: BlobStore): VideoMatteEngine => {
  const matter = memoizePromise(async () => openVideoMatter(await openNetworks({ weightsHolder })))
  return {
    probeVideo: ({ video }, { signal }) => probeVideo(video, { signal }),
    checkSize: ({ facts, options }) => checkSize(options, facts, canEncodeH264),
    videoKey: ({ video }, { signal }) => videoKey(video, signal),
    estimateMattes: async ({ video, facts, track, level }, call) => {
      const reader = await openFrameReader(video, facts)
      const mattes = await openMatteTrack(`tracks/${track}/${level}`)
      try {
        return await matteVideo(reader, await matter(), mattes, level, call)
      } finally {
        mattes.close()
        reader.close()
      }
    },
    tryFrames: async ({ video, facts, options, atSeconds }, call) => {
      const reader = await openFrameReader(video, facts)
      try {
        const pictures: Blob[] = []
        for (const seconds of atSeconds) {
          const picture = await tryFrame(reader, await matter(), options, seconds, call)
          pictures.push(await encodeImage(picture, 'png', call))
        }
        return pictures
      } finally {
        reader.close()
      }
    },
  }
}
