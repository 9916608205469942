import { colorText } from '#contract/color.ts'
import { type Crop, cropText } from '#contract/crop.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { ErrorDetails } from '#contract/service-error.ts'
import { type CropRatio, cropRatios, type Recipe } from './recipe.ts'

/** The recipe that stands for these options, and what of them no recipe can say, in sentences. */
export const recipeOfOptions = (
  options: ImageOptions,
): { readonly recipe: Recipe; readonly lost: ErrorDetails } => {
  const { level, format, size, channels, bg_color, crop, padding, width, height, fit } = options
  const ratio = ratioOf(crop)
  const isUneven = padding.x !== padding.y
  return {
    recipe: {
      level,
      format,
      size,
      channels,
      background: bg_color ? colorText(bg_color) : null,
      crop: crop !== false,
      ratio: ratio ?? 'free',
      padding: Math.max(padding.x, padding.y),
      exactSize: width !== undefined || height !== undefined,
      width: width ?? null,
      height: height ?? null,
      fit,
    },
    lost: {
      ...(ratio === null && { crop: [`The shape ${cropText(crop)} is not offered here; Free stands in.`] }),
      ...(isUneven && { padding: ['The larger padding is used on all sides.'] }),
    },
  }
}

/** The chip of a shape; null where there is none. */
const ratioOf = (crop: Crop): CropRatio | null => {
  if (typeof crop === 'boolean') return 'free'
  const isSame = (text: string) => {
    const [width = 0, height = 0] = text.split(':').map(Number)
    return width * crop.height === height * crop.width
  }
  return cropRatios.find((text) => text !== 'free' && isSame(text)) ?? null
}
