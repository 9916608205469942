import { toFractions, toPixels } from '#base/geometry.ts'
import type { ComputeDevice } from '#contract/compute-device.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { beyondLimit, type LeftOut, leftOut } from '#contract/left-out.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { ImageRequest } from './image-requests.ts'
import type { MadeCutout } from './make-cutout.ts'
import type { MadeFile } from './make-file.ts'
import type { ImagePlan } from './plan-image.ts'

/** The answer to a request: the file and its facts. `extras`: what the photo's file has besides. */
export const toAnswer = (
  { id, file }: Pick<ImageRequest, 'id' | 'file'>,
  { size, format, window }: ImagePlan,
  { image, confidence, colors }: MadeFile,
  { cutout: { raster, subject, uncertainty }, source, reused }: MadeCutout,
  extras: readonly LeftOut[],
  { backend, threads }: ComputeDevice,
  started: number,
): ImageAnswer => {
  const lacking = [
    ...extras,
    ...(colors === 'madeSrgb' ? [leftOut('colors')] : []),
    ...beyondLimit(image.size, file?.maxBytes),
  ]
  return {
    image,
    facts: {
      request_id: id,
      processing_ms: performance.now() - started,
      ...size,
      confidence: confidence.confidence,
      ambiguous_ratio: confidence.ambiguousRatio,
      content_type: imageFormats[format].mime,
    },
    placement: {
      source: { width: source.width, height: source.height },
      box: source.width === raster.width ? window : toPixels(toFractions(window, raster), source),
      device: { backend, threads },
      reused,
      hasSubject: subject !== null,
      ...(colors && { colors }),
      ...(lacking.length > 0 && { leftOut: lacking }),
      ...uncertainty,
    },
  }
}
