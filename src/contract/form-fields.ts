import { colorText } from './color.ts'
import { cropText, paddingText } from './crop.ts'
import type { ImageForm, ImageOptions } from './image-options.ts'
import type { VideoForm, VideoOptions } from './video-options.ts'

/** The wire texts of image options; `parseImageOptions` reads them back. */
export const toImageForm = (options: ImageOptions): ImageForm => ({
  format: options.format,
  channels: options.channels,
  ...(options.bg_color && { bg_color: colorText(options.bg_color) }),
  size: options.size,
  crop: cropText(options.crop),
  padding: paddingText(options.padding),
  ...(options.width !== undefined && { width: String(options.width) }),
  ...(options.height !== undefined && { height: String(options.height) }),
  fit: options.fit,
  level: options.level,
})

/** The wire texts of video options; `parseVideoOptions` reads them back. */
export const toVideoForm = (options: VideoOptions): VideoForm => ({
  format: options.format,
  channels: options.channels,
  ...(options.bg_color && { bg_color: colorText(options.bg_color) }),
  size: options.size,
  level: options.level,
  ...(options.audio && { audio: options.audio }),
})

/** A form's fields in the order in which they are sent. */
export const fieldsOf = (form: ImageForm | VideoForm): [name: string, text: string][] =>
  Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)
