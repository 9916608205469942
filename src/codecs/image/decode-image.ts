import { ServiceError } from '#contract/service-error.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { convertDeepRgb } from '#engine/color/convert-rgb.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import type { DecodedImage, ReadCall, WideImage } from './image-reader.ts'
import { findPicture } from './image-readers.ts'
import { findPrintResolution, type PrintResolution } from './print-resolution.ts'
import { fittingProfile, parseRgbProfile } from './rgb-profile.ts'
import { conversionTo } from './wide-colors.ts'

/**
 * Decodes a picture of any kind that is read (`image-readers.ts`).
 *
 * Rejects with `validation_error` for bytes that are none or do not decode, with `image_too_large` before any pixel is
 * decoded, with `worker_not_loaded` where a decoder did not come, and with the signal's reason when it was aborted.
 */
export const decodeImage = async (blob: Blob, call: ReadCall = {}): Promise<DecodedImage> => {
  const { file, reader } = await findPicture(blob)
  if (!reader)
    throw new ServiceError('validation_error', { reason: 'image_undecodable', fields: ['image_file'] })
  const picture = await reader.read(file, call)
  call.signal?.throwIfAborted()
  return picture
}

/**
 * Decodes the same files in Display P3, smaller if they exceed the pixels of the API. Null if all colours are within
 * sRGB, `madeSrgb` if this browser reads the file in sRGB only. Rejects as `decodeImage`.
 */
export const decodeInDisplayP3 = async (
  blob: Blob,
  { signal }: Pick<ReadCall, 'signal'> = {},
): Promise<WideImage | 'madeSrgb' | null> => {
  const { file, reader } = await findPicture(blob)
  return (await reader?.readInDisplayP3(file, { signal, shrinks: true })) ?? null
}

/**
 * The colours of a photo in 16 bits, without alpha, upright, in a colour space. Null if the file has at most 8 bits,
 * too many pixels for this, a profile of tables, or damage.
 */
export const readDeepColors = async (blob: Blob, space: ColorSpace): Promise<DeepPicture | null> => {
  const deep = await readDeepSamples(blob).catch(() => null)
  if (!deep) return null
  const { profile, ...picture } = deep
  const colors = parseRgbProfile(fittingProfile(profile, picture) ?? colorProfiles.srgb, 16)
  if (!colors) return null
  const conversion = conversionTo(space, colors)
  if (conversion) convertDeepRgb(picture.data, conversion)
  return picture
}

const readDeepSamples = async (blob: Blob) => {
  const { file, reader } = await findPicture(blob)
  return (await reader?.readDeep?.(file)) ?? null
}

/** The print resolution of a picture; null if its file has none. Rejects as `decodeImage` for a raw photo. */
export const readPrintResolution = async (blob: Blob): Promise<PrintResolution | null> => {
  const { file, kind } = await findPicture(blob)
  const isInHead = kind === 'jpeg' || kind === 'png'
  const bytes = await file.slice(0, isInHead ? resolutionBytes : undefined).arrayBuffer()
  return findPrintResolution(new DataView(bytes), kind)
}

/** Bytes of a JPEG or PNG that contain its resolution; other formats may store it at the end. */
const resolutionBytes = 1 << 20
