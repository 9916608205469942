import { canHash, sha256Hex } from '#base/sha256.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { fitImageLimits } from '#contract/image-size.ts'
import { loadPart } from '#contract/load-part.ts'
import { convertRgb, type RgbConversion } from '#engine/color/convert-rgb.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { type Decoded, type DecodedPng, divideByAlpha, type PictureDecoder } from './decoded.ts'
import type { DecodedImage, ImageReader, ReadCall } from './image-reader.ts'
import { encodePng } from './png/write.ts'
import {
  type ClaimedSize,
  checkClaimedSize,
  readShown,
  readShownInDisplayP3,
  unconvertible,
} from './read-by-browser.ts'
import { headerReader } from './read-by-header.ts'
import { fittingProfile, hasTables, parseRgbProfile } from './rgb-profile.ts'
import { conversionTo, wideColorsOf } from './wide-colors.ts'

type AnyDecoded = Decoded | DecodedPng

/**
 * Reads a kind of file by the browser, else by our own decoder, loaded on demand. Rejects with `validation_error` or
 * `image_too_large` if both refuse the file.
 */
export const decoderReader = (
  kind: FileKind,
  load: () => Promise<PictureDecoder<AnyDecoded>>,
  claimed?: ClaimedSize,
): ImageReader => {
  const decode = async (file: Blob, signal: AbortSignal | undefined): Promise<AnyDecoded> => {
    const { read } = await loadPart(load)
    return await lastOr(file, () => read(file, signal)).catch((cause: unknown) => {
      throw unconvertible(kind, cause)
    })
  }
  /** By the browser. */
  const show = async <T>(file: Blob, read: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    if (claimed) await checkClaimedSize(kind, claimed, file)
    return read().catch(otherwise)
  }
  return {
    read: (file, { signal }) =>
      show(
        file,
        () => readShown(file, signal),
        async () => {
          signal?.throwIfAborted()
          const decoded = await decode(file, signal)
          return 'png' in decoded ? readPng(decoded, headerReader.read, signal) : inSrgb(decoded, signal)
        },
      ),
    readInDisplayP3: (file, { signal }) =>
      show(
        file,
        () => readShownInDisplayP3(file, signal),
        async () => {
          signal?.throwIfAborted()
          const decoded = await decode(file, signal)
          if ('png' in decoded)
            return decoded.isMadeSrgb ? 'madeSrgb' : readPng(decoded, headerReader.readInDisplayP3, signal)
          const { profile, ...picture } = decoded
          const colors = wideColorsOf(fittingProfile(profile, { ...picture, channels: 4 }))
          if (!colors || colors === 'madeSrgb') return colors
          const raster = converted(picture, colors.conversion)
          return { raster, hasAlpha: !isOpaque(raster), exceedsDisplayP3: colors.exceedsDisplayP3 }
        },
      ),
    readDeep: async (file) => (await (await loadPart(load)).readDeep?.(file)) ?? null,
  }
}

/** Reads a decoded PNG with one of the readers. */
const readPng = async <P extends ReadPicture>(
  { png, isPremultiplied }: DecodedPng,
  read: (file: Blob, call: ReadCall) => Promise<P>,
  signal: AbortSignal | undefined,
): Promise<P> => {
  const picture = await read(png, { signal, shrinks: true })
  if (isPremultiplied && picture && picture !== 'madeSrgb') divideByAlpha(picture.raster.data)
  return picture
}

type ReadPicture = DecodedImage | Awaited<ReturnType<ImageReader['readInDisplayP3']>>

const inSrgb = async (
  { profile, ...picture }: Decoded,
  signal: AbortSignal | undefined,
): Promise<DecodedImage> => {
  const facts = { fileSize: { width: picture.width, height: picture.height } }
  const known = fittingProfile(profile, { ...picture, channels: 4 })
  // Browsers convert with tables of colours.
  if (known && hasTables(known)) {
    const png = await encodePng(
      { kind: 'colour', raster: picture, opaque: isOpaque(picture) },
      { signal, profile: known },
    )
    return { ...(await headerReader.read(png, { signal, shrinks: true })), ...facts }
  }
  const colors = known && parseRgbProfile(known)
  const raster = converted(picture, colors && conversionTo('srgb', colors))
  return { raster, hasAlpha: !isOpaque(raster), ...facts }
}

/** A converted copy within the limits of the API, since decoded pictures are kept and rasters change. */
const converted = (picture: Raster, conversion: RgbConversion | null): Raster => {
  const size = fitImageLimits(picture)
  const isFitting = size.width === picture.width && size.height === picture.height
  const raster = isFitting ? { ...size, data: picture.data.slice() } : resizeRaster(picture, size)
  if (conversion) convertRgb(raster.data, conversion)
  return raster
}

/** A picture of 50 megapixels. */
const maxKeptBytes = 200e6

/** The last decoded picture, since a result needs it several times. */
let last: { readonly hash: string; readonly picture: AnyDecoded } | undefined

const lastOr = async (file: Blob, read: () => Promise<AnyDecoded>): Promise<AnyDecoded> => {
  const hash = canHash() ? await sha256Hex(await file.arrayBuffer()) : null
  if (last && last.hash === hash) return last.picture
  last = undefined
  const picture = await read()
  const bytes = 'png' in picture ? picture.png.size : picture.data.byteLength
  if (hash && bytes <= maxKeptBytes) last = { hash, picture }
  return picture
}
