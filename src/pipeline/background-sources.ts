import { type Box, capSize } from '#base/geometry.ts'
import {
  type Composition,
  type CompositionParts,
  hasContactShadow,
  isNoComposition,
} from '#contract/composition.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { rasterInDisplayP3 } from '#engine/display-p3.ts'
import type { ColorSpace, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { hashImage } from './content-hash.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageRequest } from './image-requests.ts'

/** Decoded background pictures of any size, in the result's colour space; null for other backgrounds. */
export type BackgroundSources = {
  readonly photo: Raster | null
  readonly picture: Raster | null
}

/** A composition with its background pictures. */
export type Composed = {
  readonly composition: Composition
  readonly sources: BackgroundSources
  /** The subject's box in the source, the centre of its placement; default: the whole source. */
  readonly subject?: Box | null
}

/** Decodes the background picture of a clip; frames replace the photo. */
export const openClipSources = async (
  parts: CompositionParts | undefined,
  decodeImage: ImagePipelineParts['decodeImage'],
  signal: AbortSignal,
): Promise<Composed | undefined> => {
  if (!parts || isNoComposition(parts.composition)) return undefined
  const { composition, picture } = parts
  if (composition.background?.kind !== 'picture' || !picture)
    return { composition, sources: { photo: null, picture: null } }
  const { raster } = await decodeImage(picture, { signal }).catch(blameBackground)
  return {
    composition,
    sources: { photo: null, picture: resizeRaster(raster, capSize(raster, maxPicturePixels)) },
  }
}

/** Attributes a background that does not decode to the field `background`, not to the photo. */
const blameBackground = (cause: unknown): never => {
  if (isAbort(cause)) throw cause
  throw new ServiceError('validation_error', { reason: 'background_unusable', fields: ['background'], cause })
}

type Decoders = Required<Pick<ImagePipelineParts, 'decodeImage' | 'decodeInDisplayP3'>>

/** Larger pictures are reduced: a background cannot show more. */
const maxPicturePixels = 16e6

/**
 * Decodes the pictures of backgrounds and contact shadows, and caches the last ones, since a slider reuses them.
 * Rejects like `decodeImage`, with `validation_error` of the field `background` if that picture is at fault. The photo
 * is in sRGB, in which its shadows are found.
 */
export const createBackgroundSources = ({ decodeImage, decodeInDisplayP3 }: Decoders) => {
  const kept: Record<'photo' | 'picture', { readonly key: string; readonly raster: Raster } | null> = {
    photo: null,
    picture: null,
  }

  const decodeIn = async (
    role: keyof typeof kept,
    colorSpace: ColorSpace,
    image: Blob,
    signal: AbortSignal,
    maxPixels: number,
  ) => {
    const wide = colorSpace === 'display-p3' ? await decodeInDisplayP3(image, { signal }) : null
    const isWide = wide !== null && wide !== 'madeSrgb'
    const { raster } = isWide ? wide : await decodeImage(image, { signal, shrinks: role === 'photo' })
    const capped = resizeRaster(raster, capSize(raster, maxPixels))
    return colorSpace === 'display-p3' && !isWide ? rasterInDisplayP3(capped) : capped
  }

  const decode = async (
    role: keyof typeof kept,
    image: Blob,
    signal: AbortSignal,
    colorSpace: ColorSpace = 'srgb',
    maxPixels = Number.POSITIVE_INFINITY,
  ) => {
    const key = `${await hashImage(image)} ${colorSpace}`
    const known = kept[role]
    if (known?.key === key) return known.raster
    kept[role] = null
    const raster = await decodeIn(role, colorSpace, image, signal, maxPixels)
    kept[role] = { key, raster }
    return raster
  }

  const open = async (
    image: Blob,
    { composition, picture }: CompositionParts,
    colorSpace: ColorSpace | undefined,
    signal: AbortSignal,
  ): Promise<BackgroundSources> => {
    const kind = composition.background?.kind
    const needsPhoto = kind === 'original' || hasContactShadow(composition)
    const wanted = kind === 'picture' && picture
    if (!needsPhoto) kept.photo = null
    if (!wanted) kept.picture = null
    return {
      photo: needsPhoto ? await decode('photo', image, signal) : null,
      picture: wanted
        ? await decode('picture', wanted, signal, colorSpace, maxPicturePixels).catch(blameBackground)
        : null,
    }
  }

  return async (
    { image, parts }: ImageRequest,
    subject: Box | null,
    colorSpace: ColorSpace | undefined,
    signal: AbortSignal,
  ): Promise<Composed | undefined> =>
    parts && !isNoComposition(parts.composition)
      ? { composition: parts.composition, sources: await open(image, parts, colorSpace, signal), subject }
      : undefined
}
