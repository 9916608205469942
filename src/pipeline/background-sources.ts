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

/**
 * Decoded pictures for a background, of any size, in the colour space of the result; null where the background is of
 * another kind.
 */
export type BackgroundSources = {
  readonly photo: Raster | null
  readonly picture: Raster | null
}

/** A composition, with what its background is painted from. */
export type Composed = {
  readonly composition: Composition
  readonly sources: BackgroundSources
  /** The box around the subject in the source, about whose middle it is placed; the whole source where absent. */
  readonly subject?: Box | null
}

/** What a clip is composed with: the picture of its background is decoded, its frames take the place of the photo. */
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

/** What does not decode behind the subject is no fault of the photo. */
const blameBackground = (cause: unknown): never => {
  if (isAbort(cause)) throw cause
  throw new ServiceError('validation_error', { reason: 'background_unusable', fields: ['background'], cause })
}

type Decoders = Required<Pick<ImagePipelineParts, 'decodeImage' | 'decodeInDisplayP3'>>

/** More pixels of a picture than a background shows sharply are not kept. */
const maxPicturePixels = 16e6

/**
 * Decodes the pictures behind backgrounds and contact shadows, and keeps the last ones, since a slider needs the same
 * many times. Rejects like `decodeImage`, and with `validation_error` for the field `background` where that picture is
 * at fault. The photo is in sRGB; its shadows are found in it.
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
