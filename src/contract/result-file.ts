import * as v from 'valibot'
import { limits } from './limits.ts'
import { type ImageFormat, imageFormats, isImageFormat } from './output-formats.ts'

/** Formats in which pictures are saved: those of the API, and those that only this device writes. */
export const fileFormats = {
  ...imageFormats,
  avif: { label: 'AVIF', mime: 'image/avif', extension: 'avif', alpha: true, maxSide: limits.image.maxSide },
  jxl: { label: 'JPEG XL', mime: 'image/jxl', extension: 'jxl', alpha: true, maxSide: limits.image.maxSide },
  tiff: { label: 'TIFF', mime: 'image/tiff', extension: 'tif', alpha: true, maxSide: limits.image.maxSide },
} as const

/** A format in which pictures are saved. */
export type FileFormat = keyof typeof fileFormats

/** Default quality by format: 1 to 100, as its encoder counts. */
export const usualQuality = { jpg: 95, webp: 92, avif: 70, jxl: 90 } as const

/** A format with a quality. */
export type LossyFormat = keyof typeof usualQuality

/** Whether a format has a quality. */
export const isLossy = (format: FileFormat): format is LossyFormat => Object.hasOwn(usualQuality, format)

/** Whether a format with a quality also has a lossless mode. */
export const canBeLossless = (format: FileFormat): boolean => format === 'webp' || format === 'jxl'

/** Formats with 16 bits per sample. */
const deepFormats: readonly FileFormat[] = ['png', 'tiff']

/** Whether a format supports 16 bits per sample. */
export const isDeep = (format: FileFormat): boolean => deepFormats.includes(format)

/** Schema of a quality. */
export const qualitySchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))

/** Schema of a print resolution. */
export const dpiSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9600))

/** Schema of a file's largest size in bytes. */
export const maxBytesSchema = v.pipe(v.number(), v.integer(), v.minValue(1000))

/**
 * Parts of a result as separate files of one size: the subject over the background gives the result, the mask is the
 * subject's alpha.
 */
export const setParts = ['subject', 'mask', 'background'] as const

/** Details of a file that the API has no parameters for. */
export type FileWriting = {
  readonly format: FileFormat
  /** Default: `usualQuality`. */
  readonly quality?: number
  /** Whether every pixel is kept; only for formats of `canBeLossless`. */
  readonly isLossless?: boolean
  /** Bits per sample, for `deepFormats`; in an AVIF they become 10. Default 8. */
  readonly depth?: 16
  /** Print resolution in pixels per inch; default: that of the photo. */
  readonly dpi?: number
  /** Limit in bytes: the quality of a lossy format is reduced until the file fits, or is at the lowest quality. */
  readonly maxBytes?: number
  /** Converts to sRGB, and clips wider colours. */
  readonly inSrgb?: true
  /**
   * Only this part of the result is written; `channels` is ignored. `colors`: the subject's colours without alpha,
   * extended beyond its edge.
   */
  readonly part?: (typeof setParts)[number] | 'colors'
}

/** The API format that represents another format in requests and in the viewer. */
export const optionFormat = (format: FileFormat): ImageFormat => (isImageFormat(format) ? format : 'png')
