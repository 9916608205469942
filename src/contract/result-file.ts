import * as v from 'valibot'
import { limits } from './limits.ts'
import { type ImageFormat, imageFormats, isImageFormat } from './output-formats.ts'

/** The formats that results of pictures are saved in: those of the API, and those that only this device writes. */
export const fileFormats = {
  ...imageFormats,
  avif: { label: 'AVIF', mime: 'image/avif', extension: 'avif', alpha: true, maxSide: limits.image.maxSide },
  jxl: { label: 'JPEG XL', mime: 'image/jxl', extension: 'jxl', alpha: true, maxSide: limits.image.maxSide },
  tiff: { label: 'TIFF', mime: 'image/tiff', extension: 'tif', alpha: true, maxSide: limits.image.maxSide },
} as const

/** A format that a result of a picture is saved in. */
export type FileFormat = keyof typeof fileFormats

/** The quality of the formats that have one, unless a person chose another: 1 to 100, as their encoders count. */
export const usualQuality = { jpg: 95, webp: 92, avif: 70, jxl: 90 } as const

/** A format whose files are smaller at a lower quality. */
export type LossyFormat = keyof typeof usualQuality

/** Whether a format has a quality. */
export const isLossy = (format: FileFormat): format is LossyFormat => Object.hasOwn(usualQuality, format)

/** Whether a format that has a quality can also keep every pixel. */
export const canBeLossless = (format: FileFormat): boolean => format === 'webp' || format === 'jxl'

/** Formats that hold 16 bits a sample. */
const deepFormats: readonly FileFormat[] = ['png', 'tiff']

/** Whether a format holds 16 bits a sample. */
export const isDeep = (format: FileFormat): boolean => deepFormats.includes(format)

/** A quality as it is stored and sent. */
export const qualitySchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))

/** A print resolution as it is stored and sent. */
export const dpiSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9600))

/** The most bytes of a file as they are stored and sent. */
export const maxBytesSchema = v.pipe(v.number(), v.integer(), v.minValue(1000))

/**
 * The parts of a result as files of one size: the subject over the background is the result, the mask is the alpha of
 * the subject.
 */
export const setParts = ['subject', 'mask', 'background'] as const

/** How a file is written, as far as no parameter of the API says it. */
export type FileWriting = {
  readonly format: FileFormat
  /** As `usualQuality` where absent. */
  readonly quality?: number
  /** Every pixel stays as it is; for `canBeLossless`. */
  readonly isLossless?: boolean
  /** Bits of a sample, for `deepFormats`, and in an AVIF 10 of them; 8 where absent. */
  readonly depth?: 16
  /** The print resolution in pixels an inch; that of the photo where absent. */
  readonly dpi?: number
  /** The quality of a lossy format is lowered until the file is no larger; it may stay larger at the lowest. */
  readonly maxBytes?: number
  /** Colours that sRGB does not have are lost. */
  readonly inSrgb?: true
  /**
   * Only this part of the result is in the file; channels mean nothing then. `colors`: those of the subject without its
   * alpha, which go on around it.
   */
  readonly part?: (typeof setParts)[number] | 'colors'
}

/** The format of the API that stands for another one, in requests and in the viewer: that with all that it can hold. */
export const optionFormat = (format: FileFormat): ImageFormat => (isImageFormat(format) ? format : 'png')
