import { openTrack } from '#codecs/video/read/open-track.ts'
import { probePicture } from '#codecs/video/read/read-pictures.ts'
import { readTrackFacts } from '#codecs/video/read/track-facts.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { isMovingKind } from '#formats/moving-pictures.ts'
import type { VideoTools } from '#service/local/video-parts.ts'

/** What a container says of its video. Node decodes no video, so whether its frames can be read is not proven. */
export const probeContainer: VideoTools['probeVideo'] = async ({ video }, { signal } = {}) => {
  const kind = await readFileKind(video)
  if (isMovingKind(kind)) return probePicture(video, kind)
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
