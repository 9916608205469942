import { alphaOf } from '#engine/compose.ts'
import { hasWideColors } from '#engine/display-p3.ts'
import type { Raster } from '#engine/raster.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { EditRequest, ImageRequest } from './image-requests.ts'
import { type Cutout, cutOutRefined } from './make-cutout.ts'

/** A cut-out in Display P3. */
type WideCutout = {
  readonly raster: Raster
  /** The photo it was made from; null if not requested. */
  readonly photo: Raster | null
  /** Whether colours of the photo's file may be clipped here. */
  readonly exceedsDisplayP3: boolean
}

type Answer = WideCutout | 'madeSrgb' | null

/**
 * Makes cut-outs in Display P3 with the alpha of those in sRGB, in which networks run and edges are found. Null if a
 * request does not keep its gamut, is a draft, or sRGB contains all its colours; `madeSrgb` if the browser converted
 * them. Caches the last one, since a slider repeats requests.
 */
export const createWideCutouts = (decodeInDisplayP3: Required<ImagePipelineParts>['decodeInDisplayP3']) => {
  let kept = new WeakMap<Uint8ClampedArray, Answer>()

  const make = async (
    request: ImageRequest & Partial<EditRequest>,
    { raster: narrow }: Cutout,
    needsPhoto: boolean,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const decoded = await decodeInDisplayP3(request.image, { signal })
    if (!decoded || decoded === 'madeSrgb') return decoded
    const { raster, hasAlpha, exceedsDisplayP3 } = decoded
    if (raster.width !== narrow.width || raster.height !== narrow.height) return null
    const photo = needsPhoto ? { ...raster, data: raster.data.slice() } : null
    const edges = { edgeShift: 0, feather: 0, edgeColors: request.edits?.edgeColors ?? 1 }
    await cutOutRefined(raster, hasAlpha, alphaOf(narrow), signal, { edges })
    return hasWideColors(photo ?? raster) ? { raster, photo, exceedsDisplayP3 } : null
  }

  return async (
    request: ImageRequest & Partial<EditRequest>,
    cutout: Cutout,
    signal: AbortSignal,
  ): Promise<Answer> => {
    if (!request.keepsGamut || request.isDraft || request.file?.inSrgb) return null
    const needsPhoto =
      Boolean(request.layers) ||
      request.file?.depth === 16 ||
      request.parts?.composition.background?.kind === 'original'
    // An edited cut-out changes with each edit.
    if (needsPhoto || request.edits) return make(request, cutout, needsPhoto, signal)
    const known = kept.get(cutout.raster.data)
    if (known !== undefined) return known
    kept = new WeakMap()
    const wide = await make(request, cutout, needsPhoto, signal)
    kept.set(cutout.raster.data, wide)
    return wide
  }
}
