import { yieldToEvents } from '#base/timers.ts'
import { readPrintResolution } from '#codecs/image/print-resolution.ts'
import { deepen } from '#engine/deepen.ts'
import type { MatteConfidence } from '#engine/matte-confidence.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { createBackgroundSources } from './background-sources.ts'
import { findFineParts } from './find-fine-parts.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageRequest } from './image-requests.ts'
import type { Cutout } from './make-cutout.ts'
import { dequantizeMatte } from './matte-cache.ts'
import type { ImagePlan } from './plan-image.ts'
import { renderImage } from './render-image.ts'
import { renderLayers } from './render-layers.ts'

type FileMakerParts = Pick<ImagePipelineParts, 'decodeImage' | 'encodeImage'> & {
  /** Decodes the photo of a request. */
  readonly decode: (
    request: ImageRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly raster: Raster; readonly hasAlpha: boolean }>
  /** The matte that a network made for a request; undefined where it is gone. */
  readonly matteOf: (request: ImageRequest) => Promise<AlphaMask8 | undefined>
}

/** A file, and the confidence of the matte in it (D-18). */
type MadeFile = { readonly image: Blob; readonly confidence: MatteConfidence }

/** Makes the files of results from cut-outs, which do not change; keeps what the last one was composed with. */
export const createFileMaker = ({ decode, matteOf, decodeImage, encodeImage }: FileMakerParts) => {
  const composedOf = createBackgroundSources(decodeImage)
  const fineParts = async (request: ImageRequest, plan: ImagePlan, signal: AbortSignal) => {
    const photo = await decode(request, signal)
    // Alpha of another service has 8 bits.
    const kept = 'alphaFrom' in request ? undefined : await matteOf(request)
    const matte = kept && dequantizeMatte(kept)
    return await findFineParts({ ...photo, image: request.image, matte }, plan, signal)
  }
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
      return { image: encodePsd(picture, { resolution }), confidence }
    }
    const { picture, confidence } = await renderImage(raster, plan, signal, composed)
    await yieldToEvents(signal)
    const { format, depth, ...how } = request.file ?? { format: plan.format }
    const written = depth === 16 ? deepen(picture, await fineParts(request, plan, signal)) : picture
    return { image: await encodeImage(written, format, { signal, resolution, ...how }), confidence }
  }
}
