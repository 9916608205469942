import { formatColor } from './color.ts'
import { formatCrop, formatPadding } from './crop.ts'
import type { ImageForm, ImageOptions } from './image-options.ts'
import type { VideoForm, VideoOptions } from './video-options.ts'

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

/** The wire texts of video options; `parseVideoOptions` reads them back. */
export const serializeVideoOptions = (options: VideoOptions): VideoForm => ({
  format: options.format,
  channels: options.channels,
  ...(options.bg_color && { bg_color: formatColor(options.bg_color) }),
  size: options.size,
  level: options.level,
  audio: options.audio,
})

/** The fields that only the studio itself knows: `level` (D-71) and `audio` (D-72). */
export const studioFields: readonly string[] = ['level', 'audio']

/** A form's fields in their order. */
export const fieldsOf = (form: ImageForm | VideoForm): [name: string, text: string][] =>
  Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)

/** The same for a service, without the fields that only the studio knows. */
export const serviceFieldsOf = (form: ImageForm | VideoForm): [name: string, text: string][] =>
  fieldsOf(form).filter(([name]) => !studioFields.includes(name))
