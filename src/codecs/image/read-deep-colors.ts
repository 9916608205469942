import type { FileKind } from '#contract/file-kinds.ts'
import { readFileKind } from '#contract/sniff.ts'
import { colorProfiles, isOfRgb } from '#engine/color/color-profile.ts'
import { convertDeepRgb } from '#engine/color/convert-rgb.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import type { DeepSamples } from './decoded.ts'
import { parseRgbProfile } from './rgb-profile.ts'
import { conversionTo } from './wide-colors.ts'

/** Gives null of a file that has no more than 8 bits. */
type DeepReader = (file: Blob) => Promise<DeepSamples | null>

/** The readers of formats with more than 8 bits a sample, each fetched when a file needs it. */
const readers: Partial<Record<FileKind, () => Promise<DeepReader>>> = {
  png: async () => (await import('./png/read-deep-png.ts')).readDeepPng,
  psd: async () => (await import('./psd/read-psd.ts')).readDeepPsd,
  tiff: async () => (await import('./tiff/read-tiff.ts')).readDeepTiff,
}

/**
 * The colours of a photo in 16 bits, without alpha, upright, and in a colour space. Null where the file has no more than 8 bits,
 * more pixels than are read so, or a profile of tables, and where it is damaged.
 */
export const readDeepColors = async (file: Blob, space: ColorSpace): Promise<DeepPicture | null> => {
  const read = await readers[await readFileKind(file)]?.()
  const deep = await read?.(file).catch(() => null)
  if (!deep) return null
  const { profile, ...picture } = deep
  // As in 8 bits, a profile of greys changes nothing.
  const colors = parseRgbProfile(profile && isOfRgb(profile) ? profile : colorProfiles.srgb, 16)
  if (!colors) return null
  const conversion = conversionTo(space, colors)
  if (conversion) convertDeepRgb(picture.data, conversion)
  return picture
}
