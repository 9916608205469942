import { openTrack } from '#codecs/video/read/open-track.ts'
import { probeGif } from '#codecs/video/read/read-gif.ts'
import { readTrackFacts } from '#codecs/video/read/track-facts.ts'
import { ServiceError } from '#contract/service-error.ts'
import { sniff, sniffBytes } from '#contract/sniff.ts'
import type { VideoTools } from '#service/local/video-parts.ts'

/** What a container says of its video. Node decodes no video, so whether its frames can be read is not proven. */
export const probeContainer: VideoTools['probeVideo'] = async ({ video }, { signal } = {}) => {
  if (sniff(new Uint8Array(await video.slice(0, sniffBytes).arrayBuffer())) === 'gif') return probeGif(video)
  const open = await openTrack(video)
  try {
    return await readTrackFacts(open, signal ?? new AbortController().signal)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('invalid_video', { cause })
  } finally {
    open.close()
  }
}
