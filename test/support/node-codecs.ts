import sharp from 'sharp'
import { encodeImage as encodeOwn, readImageHeader } from '#codecs/image/image-codecs.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { imageFormats, isImageFormat } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ImagePipelineParts } from '#pipeline/image-pipeline-parts.ts'

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

/** Whether any pixel of RGBA lets the ground through. A loop: a call for each byte of a photo takes longer than its decoder. */
const isTransparentAnywhere = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 255) return true
  return false
}

/** Encodes as the browser's codec does, 16 bits and what only this device writes by the same writers: without metadata, opaque pictures and mattes without an alpha channel. */
const encodeImage: ImagePipelineParts['encodeImage'] = async (picture, format, options) => {
  if ('channels' in picture || !isImageFormat(format)) return encodeOwn(picture, format, options)
  const { width, height, data } = picture.kind === 'grey' ? picture.alpha : picture.raster
  const channels = picture.kind === 'grey' ? 1 : 4
  const raw = sharp(data, { raw: { width, height, channels } })
  const shaped = picture.kind === 'grey' ? raw.toColourspace('b-w') : picture.opaque ? raw.removeAlpha() : raw
  const encoded = {
    png: () => shaped.png(),
    jpg: () => shaped.jpeg({ quality: 95 }),
    webp: () => shaped.webp({ lossless: true }),
  }
  return new Blob([new Uint8Array(await encoded[format]().toBuffer())], { type: imageFormats[format].mime })
}

/** The codecs of the image pipeline in Node. */
export const nodeCodecs = { decodeImage, encodeImage }
