import { yieldToEvents } from '#base/timers.ts'
import { readPrintResolution } from '#codecs/image/print-resolution.ts'
import type { MatteConfidence } from '#engine/matte-confidence.ts'
import type { Raster } from '#engine/raster.ts'
import { createBackgroundSources } from './background-sources.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageRequest } from './image-requests.ts'
import type { Cutout } from './make-cutout.ts'
import type { ImagePlan } from './plan-image.ts'
import { renderImage } from './render-image.ts'
import { renderLayers } from './render-layers.ts'

type FileMakerParts = Pick<ImagePipelineParts, 'decodeImage' | 'encodeImage'> & {
  /** Decodes the photo of a request. */
  readonly decode: (request: ImageRequest, signal: AbortSignal) => Promise<{ readonly raster: Raster }>
}

/** A file, and the confidence of the matte in it (D-18). */
type MadeFile = { readonly image: Blob; readonly confidence: MatteConfidence }

/** Makes the files of results from cut-outs, which do not change; keeps what the last one was composed with. */
export const createFileMaker = ({ decode, decodeImage, encodeImage }: FileMakerParts) => {
  const composedOf = createBackgroundSources(decodeImage)
  return async (
    request: ImageRequest,
    { raster, subject }: Cutout,
    plan: ImagePlan,
    signal: AbortSignal,
  ): Promise<MadeFile> => {
    const composed = await composedOf(request, subject, signal)
    const resolution = await readPrintResolution(request.image)
    if (request.layers) {
      const photo = (await decode(request, signal)).raster
      const { picture, confidence } = await renderLayers(
        raster,
        photo,
        plan,
        request.layers,
        signal,
        composed,
      )
      // Its encoder is large, and few files need it.
      const { encodePsd } = await import('#codecs/image/psd/encode-psd.ts')
      return { image: encodePsd(picture, resolution), confidence }
    }
    const { picture, confidence } = await renderImage(raster, plan, signal, composed)
    await yieldToEvents(signal)
    const { format, ...how } = request.file ?? { format: plan.format }
    return { image: await encodeImage(picture, format, { signal, resolution, ...how }), confidence }
  }
}
