import type { FileKind } from '#contract/file-kinds.ts'
import { readFileKind } from '#contract/sniff.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { convertDeepRgb } from '#engine/color/convert-rgb.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import type { DeepSamples } from './decoded.ts'
import { isOfRgb, parseRgbProfile } from './rgb-profile.ts'
import { conversionTo } from './wide-colors.ts'

/** The readers of formats with more than 8 bits a sample; null of a file that has none. Each is fetched when a file needs it. */
const readers: Partial<Record<FileKind, (file: Blob) => Promise<DeepSamples | null>>> = {
  png: async (file) => (await import('./png/read-deep-png.ts')).readDeepPng(file),
  psd: async (file) => (await import('./psd/read-psd.ts')).readDeepPsd(file),
  tiff: async (file) => (await import('./tiff/read-tiff.ts')).readDeepTiff(file),
}

/**
 * The colours of a photo in 16 bits, without alpha, upright, and in a colour space. Null where the file has no more than 8 bits,
 * more pixels than are read so, or a profile of tables. Rejects where it is damaged.
 */
export const readDeepColors = async (file: Blob, space: ColorSpace): Promise<DeepPicture | null> => {
  const deep = await readers[await readFileKind(file)]?.(file)
  if (!deep) return null
  const { profile, ...picture } = deep
  // As in 8 bits, a profile of greys changes nothing.
  const colors = parseRgbProfile(profile && isOfRgb(profile) ? profile : colorProfiles.srgb, 16)
  if (!colors) return null
  const conversion = conversionTo(space, colors)
  if (conversion) convertDeepRgb(picture.data, conversion)
  return picture
}
