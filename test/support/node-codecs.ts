import sharp from 'sharp'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { encodeImage as encodeOwn } from '#codecs/image/image-writers.ts'
import { readWideColors } from '#codecs/image/wide-colors.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { imageFormats, isImageFormat } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { convertRgb } from '#engine/color/convert-rgb.ts'
import type { ImagePipelineParts } from '#pipeline/image-pipeline-parts.ts'
import { storedPixels } from './stored-pixels.ts'

/** Decodes as the browser's codec does, with libvips in place of the browser. */
const decodeImage: ImagePipelineParts['decodeImage'] = async (image, { signal }) => {
  const bytes = new Uint8Array(await image.arrayBuffer())
  signal.throwIfAborted()
  const header = readImageHeader(bytes)
  if (header && isPictureTooLarge(header)) throw new ServiceError('image_too_large')
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data)
    return {
      raster: { width: info.width, height: info.height, data: pixels },
      hasAlpha: isTransparentAnywhere(pixels),
    }
  } catch (cause) {
    throw new ServiceError('validation_error', { details: { image_file: ['It does not decode.'] }, cause })
  }
}

/** As the browser's codec does, of PNG files alone: what others store libvips converts to sRGB first. */
const decodeInDisplayP3: Required<ImagePipelineParts>['decodeInDisplayP3'] = async (image) => {
  const bytes = new Uint8Array(await image.arrayBuffer())
  const colors = await readWideColors(bytes)
  if (!colors || colors === 'madeSrgb') return colors
  const { data, ...size } = await storedPixels(bytes)
  if (colors.conversion) convertRgb(data, colors.conversion)
  const { exceedsDisplayP3 } = colors
  return { raster: { ...size, data }, hasAlpha: isTransparentAnywhere(data), exceedsDisplayP3 }
}

/**
 * Whether any pixel of RGBA lets the ground through. A loop: a call for each byte of a photo takes longer than its
 * decoder.
 */
const isTransparentAnywhere = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 255) return true
  return false
}

/**
 * Encodes as the browser's codec does, 16 bits and what only this device writes by the same writers: without metadata,
 * opaque pictures and mattes without an alpha channel.
 */
const encodeImage: ImagePipelineParts['encodeImage'] = async (picture, format, options) => {
  const isWide = options?.colorSpace === 'display-p3'
  if ('channels' in picture || !isImageFormat(format) || (isWide && format === 'png'))
    return encodeOwn(picture, format, options)
  const { width, height, data } = picture.kind === 'grey' ? picture.alpha : picture.raster
  const channels = picture.kind === 'grey' ? 1 : 4
  const raw = sharp(data, { raw: { width, height, channels } })
  const shaped = picture.kind === 'grey' ? raw.toColourspace('b-w') : picture.opaque ? raw.removeAlpha() : raw
  const encoded = {
    // Little compression: the tests look at pixels.
    png: () => shaped.png({ compressionLevel: 1 }),
    jpg: () => shaped.jpeg({ quality: 95 }),
    webp: () => shaped.webp({ lossless: true, effort: 0 }),
  }
  return new Blob([new Uint8Array(await encoded[format]().toBuffer())], { type: imageFormats[format].mime })
}

/** The codecs of the image pipeline in Node. */
export const nodeCodecs = { decodeImage, decodeInDisplayP3, encodeImage }
