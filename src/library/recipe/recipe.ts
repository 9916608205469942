import * as v from 'valibot'
import { parseColor } from '#contract/color.ts'
import {
  type CompositionParts,
  compositionSchema,
  isNoComposition,
  noComposition,
} from '#contract/composition.ts'
import {
  channelSets,
  fits,
  type ImageForm,
  type ImageOptions,
  levels,
  parseImageOptions,
} from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { isImageFormat } from '#contract/output-formats.ts'
import {
  canBeLossless,
  dpiSchema,
  type FileFormat,
  type FileWriting,
  fileFormats,
  isDeep,
  isLossy,
  type LossyFormat,
  maxBytesSchema,
  optionFormat,
  qualitySchema,
  usualQuality,
} from '#contract/result-file.ts'
import { sizePresetNames } from '#contract/size-presets.ts'

/** Selectable crop ratios; `free` is that of the subject's box. */
export const cropRatios = ['free', '1:1', '4:5', '3:4', '4:3', '3:2', '16:9', '9:16'] as const

const side = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(limits.outputSide.min), v.maxValue(limits.outputSide.max)),
)

/** The background colour, as in the API; null for transparency. */
export const backgroundSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.check((text) => parseColor(text) !== null),
    ),
  ),
  null,
)

/** SHA-256 of the background picture (`BackgroundPictures`); meaningless without one. */
export const pictureSchema = v.fallback(v.string(), 'picture')

const qualityOf = (format: LossyFormat) => v.fallback(qualitySchema, usualQuality[format])

const qualities = Object.fromEntries(
  (Object.keys(usualQuality) as LossyFormat[]).map((format) => [format, qualityOf(format)]),
) as Record<LossyFormat, ReturnType<typeof qualityOf>>
/** Details of the file that no option describes. */
const writingEntries = {
  /** Per format, 1 to 100. */
  quality: v.fallback(v.object(qualities), usualQuality),
  /** Whether WebP or JPEG XL is lossless. */
  isLossless: v.fallback(v.boolean(), false),
  /** Bits per sample, if the format supports more than 8. */
  depth: v.fallback(v.picklist([8, 16]), 8),
  /** Print resolution of a picture with an exact size; null: that of the photo. */
  dpi: v.fallback(v.nullable(dpiSchema), null),
  /** Largest file in bytes, for formats with a quality; null: no limit. */
  maxBytes: v.fallback(v.nullable(maxBytesSchema), null),
  /** Whether the file is converted to sRGB. */
  inSrgb: v.fallback(v.boolean(), false),
} as const

/** The settings of pictures as plain data. An invalid field falls back to its default. */
export const recipeSchema = v.object({
  level: v.fallback(v.picklist(levels), 'balanced'),
  background: backgroundSchema,
  crop: v.fallback(v.boolean(), false),
  ratio: v.fallback(v.picklist(cropRatios), 'free'),
  /** Space around the subject, relative to its box, 0 to 1. */
  padding: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.05),
  exactSize: v.fallback(v.boolean(), false),
  width: v.fallback(side, null),
  height: v.fallback(side, null),
  fit: v.fallback(v.picklist(fits), 'contain'),
  format: v.fallback(v.picklist(Object.keys(fileFormats) as FileFormat[]), 'png'),
  ...writingEntries,
  size: v.fallback(v.picklist(sizePresetNames), 'full'),
  channels: v.fallback(v.picklist(channelSets), 'rgba'),
  picture: pictureSchema,
  /** Settings that only this device supports, since the API has no parameter for them. */
  composition: v.fallback(compositionSchema, noComposition),
})

/** The settings of a picture. */
export type Recipe = Readonly<v.InferOutput<typeof recipeSchema>>
/** The part of a recipe that the API's options describe. */
type RecipeOfOptions = Omit<Recipe, 'picture' | keyof typeof writingEntries>
/** A selectable crop ratio. */
export type CropRatio = Recipe['ratio']

/** The recipe of a first visit. */
export const defaultRecipe: Recipe = v.parse(recipeSchema, {})

/**
 * The recipe at the start of a visit: transparent, with the last level, size and file details, and the last format if
 * it supports transparency.
 */
export const newVisitRecipe = ({ level, size, format, quality, isLossless, depth }: Recipe): Recipe => ({
  ...defaultRecipe,
  level,
  size,
  quality,
  isLossless,
  depth,
  ...(fileFormats[format].alpha && { format }),
})

/** Whether the file is lossless. */
export const keepsPixels = ({ format, isLossless }: Recipe): boolean => canBeLossless(format) && isLossless

/** Details of a recipe's file; null if its options describe it completely. */
export const toFileWriting = (recipe: Recipe): FileWriting | null => {
  const { format, quality, isLossless, depth, exactSize, dpi, maxBytes, inSrgb } = recipe
  const shared = { ...(exactSize && dpi !== null && { dpi }), ...(inSrgb && { inSrgb }) } as const
  if (isDeep(format) && depth === 16) return { format, depth, ...shared }
  if (keepsPixels(recipe)) return { format, isLossless, ...shared }
  const bounded = isLossy(format) && maxBytes !== null && { maxBytes }
  const chosen = isLossy(format) && quality[format] !== usualQuality[format] && { quality: quality[format] }
  // AVIF has no depth setting: the 16 bits of other formats become 10.
  const fine = format === 'avif' && depth === 16 && { depth }
  return isImageFormat(format) && !chosen && !bounded && Object.keys(shared).length === 0
    ? null
    : { format, ...chosen, ...fine, ...shared, ...bounded }
}

/** The API parameters of a recipe. */
const toImageForm = (recipe: RecipeOfOptions): ImageForm => ({
  level: recipe.level,
  format: optionFormat(recipe.format),
  size: recipe.size,
  channels: recipe.channels,
  bg_color: recipe.channels === 'alpha' ? undefined : (recipe.background ?? undefined),
  ...(recipe.crop
    ? { crop: recipe.ratio === 'free' ? 'true' : recipe.ratio, padding: String(recipe.padding) }
    : {}),
  ...(recipe.exactSize && (recipe.width !== null || recipe.height !== null)
    ? { width: recipe.width?.toString(), height: recipe.height?.toString(), fit: recipe.fit }
    : {}),
})

/** The API options of a recipe. */
export const toImageOptions = (recipe: RecipeOfOptions): ImageOptions =>
  parseImageOptions(toImageForm(recipe))

/** Whether the saved file has no transparent pixels, except around a background picture that does not fill it. */
export const isOpaqueRecipe = ({ format, channels, background, composition }: Recipe): boolean =>
  !fileFormats[format].alpha || channels !== 'rgba' || background !== null || composition.background !== null

/** The composition of a picture's or clip's recipe; null if there is none. A mask has none. */
export const toComposition = (
  { composition, channels, picture: pictureId }: Pick<Recipe, 'composition' | 'channels' | 'picture'>,
  picture: Blob | null,
): CompositionParts | null => {
  if (isNoComposition(composition) || channels === 'alpha') return null
  const needsPicture = composition.background?.kind === 'picture'
  return { composition, ...(needsPicture && picture && { picture, pictureId }) }
}
