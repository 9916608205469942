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

/** The crop ratios that can be chosen; `free` is the ratio of the subject's own box. */
export const cropRatios = ['free', '1:1', '4:5', '3:4', '4:3', '3:2', '16:9', '9:16'] as const

const side = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(limits.outputSide.min), v.maxValue(limits.outputSide.max)),
)

/** The background of a result: a colour as the API writes it, or null for transparency. */
export const backgroundSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.check((text) => parseColor(text) !== null),
    ),
  ),
  null,
)

/** The SHA-256 of the picture that stands behind the subject (`BackgroundPictures`); of no meaning where none does. */
export const pictureSchema = v.fallback(v.string(), 'picture')

const qualityOf = (format: LossyFormat) => v.fallback(qualitySchema, usualQuality[format])

const qualities = Object.fromEntries(
  (Object.keys(usualQuality) as LossyFormat[]).map((format) => [format, qualityOf(format)]),
) as Record<LossyFormat, ReturnType<typeof qualityOf>>
/** How the file is written, beside its format; no option names it. */
const writingEntries = {
  /** Of each format that has one, 1 to 100. */
  quality: v.fallback(v.object(qualities), usualQuality),
  /** A WebP or JPEG XL keeps every pixel. */
  isLossless: v.fallback(v.boolean(), false),
  /** Bits of a sample where the format holds more than 8. */
  depth: v.fallback(v.picklist([8, 16]), 8),
  /** The print resolution of a picture with an exact size; null for that of the photo. */
  dpi: v.fallback(v.nullable(dpiSchema), null),
  /** The most bytes of a file of a format that has a quality; null for any number. */
  maxBytes: v.fallback(v.nullable(maxBytesSchema), null),
  /** The file is in sRGB, whatever colours the photo has. */
  inSrgb: v.fallback(v.boolean(), false),
} as const

/**
 * The settings for pictures as plain data that survives a reload. A field that no longer parses falls back to its
 * default, without the others.
 */
export const recipeSchema = v.object({
  level: v.fallback(v.picklist(levels), 'balanced'),
  background: backgroundSchema,
  crop: v.fallback(v.boolean(), false),
  ratio: v.fallback(v.picklist(cropRatios), 'free'),
  /** Space around the subject as a ratio of its box, 0 to 1. */
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
  /** What no parameter of the API says, so that only this device can do it. */
  composition: v.fallback(compositionSchema, noComposition),
})

/** What is made of a picture. */
export type Recipe = Readonly<v.InferOutput<typeof recipeSchema>>
/** A recipe without what options cannot name. */
type RecipeOfOptions = Omit<Recipe, 'picture' | keyof typeof writingEntries>
/** A crop ratio that can be chosen. */
export type CropRatio = Recipe['ratio']

/** The recipe of a first visit. */
export const defaultRecipe: Recipe = v.parse(recipeSchema, {})

/**
 * The recipe that a visit begins with: transparent, with the last level, size and way of writing, and with the last
 * format if that can be transparent.
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

/** Whether a format that has a quality keeps every pixel. */
export const keepsPixels = ({ format, isLossless }: Recipe): boolean => canBeLossless(format) && isLossless

/** How the file of a recipe is written; null where its options say it all. */
export const toFileWriting = (recipe: Recipe): FileWriting | null => {
  const { format, quality, isLossless, depth, exactSize, dpi, maxBytes, inSrgb } = recipe
  const shared = { ...(exactSize && dpi !== null && { dpi }), ...(inSrgb && { inSrgb }) } as const
  if (isDeep(format) && depth === 16) return { format, depth, ...shared }
  if (keepsPixels(recipe)) return { format, isLossless, ...shared }
  const bounded = isLossy(format) && maxBytes !== null && { maxBytes }
  const chosen = isLossy(format) && quality[format] !== usualQuality[format] && { quality: quality[format] }
  // It has no choice of its own: 16 bits that were chosen for other formats are 10 here.
  const fine = format === 'avif' && depth === 16 && { depth }
  return isImageFormat(format) && !chosen && !bounded && Object.keys(shared).length === 0
    ? null
    : { format, ...chosen, ...fine, ...shared, ...bounded }
}

/** The parameters of the API that a recipe stands for. */
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

/** The options of the API that a recipe stands for. */
export const toImageOptions = (recipe: RecipeOfOptions): ImageOptions =>
  parseImageOptions(toImageForm(recipe))

/** Whether the saved file has no transparent pixel, or only beside a picture that does not fill it. */
export const isOpaqueRecipe = ({ format, channels, background, composition }: Recipe): boolean =>
  !fileFormats[format].alpha || channels !== 'rgba' || background !== null || composition.background !== null

/**
 * What a recipe, of a picture or a clip, says beyond the options of the API; null where that is nothing. A mask has no
 * composition.
 */
export const toComposition = (
  { composition, channels, picture: pictureId }: Pick<Recipe, 'composition' | 'channels' | 'picture'>,
  picture: Blob | null,
): CompositionParts | null => {
  if (isNoComposition(composition) || channels === 'alpha') return null
  const needsPicture = composition.background?.kind === 'picture'
  return { composition, ...(needsPicture && picture && { picture, pictureId }) }
}
