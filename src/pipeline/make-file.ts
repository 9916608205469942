import { yieldToEvents } from '#base/timers.ts'
import { readPrintResolution } from '#codecs/image/decode-image.ts'
import type { ImagePlacement } from '#contract/image-answer.ts'
import { loadPart } from '#contract/load-part.ts'
import { type FileWriting, isLossy, usualQuality } from '#contract/result-file.ts'
import { alphaOf, type EncoderInput } from '#engine/compose.ts'
import { makeCleanPlate } from '#engine/composition/clean-plate.ts'
import { composeLayers } from '#engine/composition/compose-layers.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import { deepen } from '#engine/deepen.ts'
import { rgbInDisplayP3 } from '#engine/display-p3.ts'
import { type MatteConfidence, matteConfidence } from '#engine/matte-confidence.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { type Composed, createBackgroundSources } from './background-sources.ts'
import { findFineParts } from './find-fine-parts.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageRequest } from './image-requests.ts'
import type { Cutout } from './make-cutout.ts'
import { dequantizeMatte } from './matte-cache.ts'
import type { ImagePlan } from './plan-image.ts'
import { renderImage } from './render-image.ts'
import { renderLayers, sceneOf } from './render-layers.ts'
import { createWideCutouts } from './wide-cutout.ts'

type FileMakerParts = Pick<
  Required<ImagePipelineParts>,
  'decodeImage' | 'decodeInDisplayP3' | 'encodeImage'
> & {
  /** Decodes the photo of a request. */
  readonly decode: (
    request: ImageRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly raster: Raster; readonly hasAlpha: boolean }>
  /** The network's matte of a request; undefined if it is gone. */
  readonly matteOf: (request: ImageRequest) => Promise<AlphaMask8 | undefined>
}

/** A file, the confidence of its matte (D-18), and what became of its colours. */
export type MadeFile = {
  readonly image: Blob
  readonly confidence: MatteConfidence
  readonly colors: ImagePlacement['colors']
}

/** Makes result files from cut-outs, without changing them; caches the last composition. */
export const createFileMaker = (parts: FileMakerParts) => {
  const { decode, matteOf, decodeImage, decodeInDisplayP3, encodeImage } = parts
  const wideOf = createWideCutouts(decodeInDisplayP3)
  const composedOf = createBackgroundSources({ decodeImage, decodeInDisplayP3 })
  const fineParts = async (
    request: ImageRequest,
    { kind }: EncoderInput,
    plan: ImagePlan,
    widePhoto: Raster | null | undefined,
    signal: AbortSignal,
  ) => {
    const source = await decode(request, signal)
    // Another service's alpha has 8 bits.
    const kept = 'alphaFrom' in request ? undefined : await matteOf(request)
    const matte = kept && dequantizeMatte(kept)
    const colors = { file: request.image, photo: widePhoto ?? source.raster }
    return await findFineParts({ ...source, matte, colors: kind === 'grey' ? null : colors }, plan, signal)
  }
  return async (
    request: ImageRequest,
    cutout: Cutout,
    planned: ImagePlan,
    signal: AbortSignal,
  ): Promise<MadeFile> => {
    const found = planned.composite.kind === 'matte' ? null : await wideOf(request, cutout, signal)
    const wide = found === 'madeSrgb' ? null : found
    const colors = wide
      ? wide.exceedsDisplayP3
        ? 'madeDisplayP3'
        : 'displayP3'
      : found === 'madeSrgb'
        ? found
        : undefined
    const plan = wide ? inDisplayP3(planned) : planned
    const { colorSpace } = plan
    const { raster } = wide ?? cutout
    const narrow = await composedOf(request, cutout.subject, colorSpace, signal)
    const composed = narrow && wide?.photo ? withPhoto(narrow, wide.photo) : narrow
    const dpi = request.file?.dpi
    const resolution = dpi ? { x: dpi, y: dpi } : await readPrintResolution(request.image)
    const photoOf = async () => wide?.photo ?? (await decode(request, signal)).raster
    if (request.layers) {
      const { picture, confidence } = await renderLayers(
        raster,
        await photoOf(),
        plan,
        request.layers,
        signal,
        composed,
      )
      // Its encoder is large and rarely needed.
      const { encodePsd } = await loadPart(() => import('#codecs/image/psd/write.ts'))
      return { image: encodePsd(picture, { resolution, colorSpace }), confidence, colors }
    }
    const {
      format,
      depth,
      part,
      maxBytes,
      dpi: _dpi,
      inSrgb: _inSrgb,
      ...how
    } = request.file ?? { format: plan.format }
    const { picture, confidence } = part
      ? await renderPart(raster, await photoOf(), plan, part, signal, composed)
      : await renderImage(raster, plan, signal, composed)
    await yieldToEvents(signal)
    const written =
      depth === 16 ? deepen(picture, await fineParts(request, picture, plan, wide?.photo, signal)) : picture
    const encode = (quality = how.quality) =>
      encodeImage(written, format, { signal, resolution, colorSpace, ...how, ...(quality && { quality }) })
    let image = await encode()
    if (maxBytes && isLossy(format)) {
      const qualities = steps(how.quality ?? usualQuality[format])
      for (const quality of qualities) if (image.size > maxBytes) image = await encode(quality)
    }
    return { image, confidence, colors }
  }
}

/** Lower qualities, each about a tenth below the last. */
const steps = (quality: number): readonly number[] =>
  Array.from({ length: 20 }, (_, at) => Math.round(quality * 0.9 ** (at + 1)))

/**
 * A part of a plan's result: the subject, its alpha, or the background with shadows. Without a background that is the
 * photo, with the subject's area filled from the surrounding colours. Changes neither `cutout` nor `photo`.
 */
export const renderPart = async (
  cutout: Raster,
  photo: Raster,
  plan: ImagePlan,
  part: NonNullable<FileWriting['part']>,
  signal: AbortSignal,
  composed?: Composed,
): Promise<{ readonly picture: EncoderInput; readonly confidence: MatteConfidence }> => {
  const { shown, subject, below } = await sceneOf(cutout, plan, signal, composed)
  const confidence = matteConfidence(shown)
  if (part === 'subject') return { picture: { kind: 'colour', raster: subject, opaque: false }, confidence }
  if (part === 'colors')
    return { picture: { kind: 'colour', raster: withoutAlpha(subject), opaque: true }, confidence }
  if (part === 'mask') return { picture: { kind: 'grey', alpha: alphaOf(subject) }, confidence }
  const isEmpty = below.color === null && below.background === null
  const original = isEmpty ? resizeRaster(photo, plan.size, plan.window) : null
  const background = original
    ? paintOriginal(original, alphaOf(shown), { sigma: 0, saturation: 1 })
    : below.background
  const nobody = { ...plan.size, data: new Uint8ClampedArray(subject.data.length) }
  return { picture: composeLayers(nobody, { ...below, background }), confidence }
}

/** The colours of a cut-out, extended into transparent areas: a lossy format would mix others into its edges. */
const withoutAlpha = (cutout: Raster): Raster => {
  const { width, height, data } = cutout
  const plate = makeCleanPlate(cutout, { width, height, data: new Uint8ClampedArray(width * height) })
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 3] ?? 0) > 0) plate.data.set(data.subarray(at, at + 3), at)
  return plate
}

const inDisplayP3 = (plan: ImagePlan): ImagePlan => ({
  ...plan,
  colorSpace: 'display-p3',
  composite:
    plan.composite.kind === 'backdrop'
      ? { ...plan.composite, color: rgbInDisplayP3(plan.composite.color) }
      : plan.composite,
})

const withPhoto = (composed: Composed, photo: Raster): Composed => ({
  ...composed,
  sources: { ...composed.sources, photo },
})
