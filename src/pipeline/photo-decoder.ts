import type { OnProgress } from '#contract/progress.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageSource } from './image-requests.ts'
import { refuseHopeless } from './plan-image.ts'

type DecodedPhoto = Awaited<ReturnType<ImagePipelineParts['decodeImage']>>

/** Decodes the photos of requests; rejects before the network runs if the result would be too large. */
interface PhotoDecoder {
  decode(source: ImageSource, signal: AbortSignal): Promise<DecodedPhoto>
  /** Also loads the network, in parallel, so that a broken file is refused before a download ends. */
  loadAndDecode(source: ImageSource, onProgress: OnProgress, signal: AbortSignal): Promise<DecodedPhoto>
}

export const createPhotoDecoder = ({
  decodeImage,
  canEncode,
  matter,
}: Pick<ImagePipelineParts, 'decodeImage' | 'canEncode' | 'matter'>): PhotoDecoder => {
  const decode: PhotoDecoder['decode'] = async ({ image, options, isOfApi = false }, signal) => {
    const decoded = await decodeImage(image, { signal, shrinks: !isOfApi })
    refuseHopeless(options, decoded.raster, canEncode)
    return decoded
  }
  return {
    decode,
    loadAndDecode: async (source, onProgress, signal) => {
      const failed = new AbortController()
      const call = { signal: AbortSignal.any([signal, failed.signal]), onProgress }
      try {
        const load = matter.load(source.options.level, call)
        const [decoded] = await Promise.all([decode(source, call.signal), load])
        return decoded
      } catch (cause) {
        failed.abort(cause)
        throw cause
      }
    },
  }
}
