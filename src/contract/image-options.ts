import * as v from 'valibot'
import { colorSchema, formatColor } from './color.ts'
import { cropSchema, formatCrop, formatPadding, paddingSchema } from './crop.ts'
import type { FieldReasons } from './error-reasons.ts'
import { choiceSchema, parseForm, textSchema } from './form-schema.ts'
import { limits } from './limits.ts'
import { imageFormatNames } from './output-formats.ts'
import { sizePresetNames } from './size-presets.ts'

/** What a result holds: the cut-out, colours alone, or the matte alone. */
export const channelSets = ['rgba', 'rgb', 'alpha'] as const
/** How a result fills the size that was asked for (D-16). */
export const fits = ['contain', 'cover', 'scale-down'] as const
/**
 * How much work the local engine puts into a matte: with `audio` of videos, what only the studio itself knows (D-71,
 * D-72).
 */
export const levels = ['fast', 'balanced', 'fine'] as const

/** `width` or `height`: a whole number of pixels (D-16). */
const sideSchema = (name: 'width' | 'height') => {
  const { min, max } = limits.outputSide
  return textSchema(
    (text) => {
      const side = Number(text)
      return /^\d+$/.test(text) && side >= min && side <= max ? side : null
    },
    { reason: 'side_out_of_range', params: { name, min, max } },
  )
}

/**
 * The parameters of an image request (Spec, POST /remove (image)): wire texts in, values out. Unknown fields are
 * ignored.
 */
export const imageOptions = v.object({
  format: v.optional(choiceSchema('format', imageFormatNames), 'png'),
  channels: v.optional(choiceSchema('channels', channelSets), 'rgba'),
  /** What the subject is put on; absent = transparent, or white where transparency is impossible (D-12). */
  bg_color: v.exactOptional(colorSchema),
  size: v.optional(choiceSchema('size', sizePresetNames), 'full'),
  crop: v.optional(cropSchema, 'false'),
  /** Counts with `crop` only (D-15). */
  padding: v.optional(paddingSchema, '0'),
  width: v.exactOptional(sideSchema('width')),
  height: v.exactOptional(sideSchema('height')),
  /** Counts with `width` or `height` only (D-16). */
  fit: v.optional(choiceSchema('fit', fits), 'contain'),
  level: v.optional(choiceSchema('level', levels), 'balanced'),
})

/** The parameters of an image request, parsed, with their defaults. */
export type ImageOptions = Readonly<v.InferOutput<typeof imageOptions>>
/** How much work goes into a matte. */
export type Level = ImageOptions['level']
/** What a result holds. */
export type Channels = ImageOptions['channels']

/** The parameters as they travel: texts, each absent for its default. */
export type ImageForm = { readonly [Name in keyof typeof imageOptions.entries]?: string | undefined }

/** Reads the parameters of an image request, as `parseForm` does; `found` is what was wrong before it. */
export const parseImageOptions = (form: ImageForm, found?: FieldReasons): ImageOptions =>
  parseForm(imageOptions, form, found)

/** The options of a request that names none. */
export const defaultImageOptions = parseImageOptions({})

/** The wire texts of image options; `parseImageOptions` reads them back. */
export const serializeImageOptions = (options: ImageOptions): ImageForm => ({
  format: options.format,
  channels: options.channels,
  ...(options.bg_color && { bg_color: formatColor(options.bg_color) }),
  size: options.size,
  crop: formatCrop(options.crop),
  padding: formatPadding(options.padding),
  ...(options.width !== undefined && { width: String(options.width) }),
  ...(options.height !== undefined && { height: String(options.height) }),
  fit: options.fit,
  level: options.level,
})
