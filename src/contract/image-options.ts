import * as v from 'valibot'
import { colorSchema, formatColor } from './color.ts'
import { cropSchema, formatCrop, formatPadding, paddingSchema } from './crop.ts'
import type { FieldReasons } from './error-reasons.ts'
import { choiceSchema, parseForm, textSchema } from './form-schema.ts'
import { limits } from './limits.ts'
import { imageFormatNames } from './output-formats.ts'
import { sizePresetNames } from './size-presets.ts'

/** Content of a result: the cut-out, colours alone, or the matte alone. */
export const channelSets = ['rgba', 'rgb', 'alpha'] as const
/** How a result fills the requested size (D-16). */
export const fits = ['contain', 'cover', 'scale-down'] as const
/** How much work goes into a matte; only this studio has it (D-71). */
export const levels = ['fast', 'balanced', 'fine'] as const

/** Schema of `width` and `height`: whole pixels (D-16). */
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

/** Schema of an image request's parameters (Spec, POST /remove (image)). Unknown fields are ignored. */
export const imageOptions = v.object({
  format: v.optional(choiceSchema('format', imageFormatNames), 'png'),
  channels: v.optional(choiceSchema('channels', channelSets), 'rgba'),
  /** Background colour; absent: transparent, or white if transparency is impossible (D-12). */
  bg_color: v.exactOptional(colorSchema),
  size: v.optional(choiceSchema('size', sizePresetNames), 'full'),
  crop: v.optional(cropSchema, 'false'),
  /** Only with `crop` (D-15). */
  padding: v.optional(paddingSchema, '0'),
  width: v.exactOptional(sideSchema('width')),
  height: v.exactOptional(sideSchema('height')),
  /** Only with `width` or `height` (D-16). */
  fit: v.optional(choiceSchema('fit', fits), 'contain'),
  level: v.optional(choiceSchema('level', levels), 'balanced'),
})

/** The parsed parameters of an image request. */
export type ImageOptions = Readonly<v.InferOutput<typeof imageOptions>>
/** How much work goes into a matte. */
export type Level = ImageOptions['level']
/** Content of a result. */
export type Channels = ImageOptions['channels']

/** The form texts of an image request; an absent one means its default. */
export type ImageForm = { readonly [Name in keyof typeof imageOptions.entries]?: string | undefined }

/** Parses the parameters of an image request as `parseForm`; `found`: problems found before. */
export const parseImageOptions = (form: ImageForm, found?: FieldReasons): ImageOptions =>
  parseForm(imageOptions, form, found)

/** The options of a request without parameters. */
export const defaultImageOptions = parseImageOptions({})

/** Formats image options as form texts, the inverse of `parseImageOptions`. */
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
