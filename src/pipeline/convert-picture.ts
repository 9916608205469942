import type { Size } from '#base/geometry.ts'
import { type decodeImage, type decodeInDisplayP3, readPrintResolution } from '#codecs/image/decode-image.ts'
import { findPicture } from '#codecs/image/image-readers.ts'
import type { encodeImage } from '#codecs/image/image-writers.ts'
import { readPictureExtras } from '#codecs/image/picture-extras.ts'
import { type FileKind, isImageKind } from '#contract/file-kinds.ts'
import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { limits } from '#contract/limits.ts'
import type { ImageFormat } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { hasWideColors } from '#engine/display-p3.ts'
import type { ColorSpace, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

/** A picture that every browser shows and every service accepts: JPEG, PNG or WebP within the API's limits. */
type ConvertedPicture = {
  readonly file: Blob
  readonly size: Size
  /** The original size, for a raw photo of its preview, and bytes. */
  readonly before: { readonly size: Size; readonly bytes: number }
  /** Whether the picture was encoded again. */
  readonly isWritten: boolean
  /** Whether a wider profile was reduced to sRGB, since this browser decodes only that. */
  readonly isMadeSrgb: boolean
  /** What the file has besides the picture. */
  readonly leftOut: readonly LeftOut[]
}

type ConverterParts = {
  readonly decodeImage: typeof decodeImage
  readonly decodeInDisplayP3: typeof decodeInDisplayP3
  readonly encodeImage: typeof encodeImage
}

type Call = { readonly signal: AbortSignal }

const { maxBytes } = limits.image

/** Kinds that become JPEG without visible loss. The others are for lossless pictures. */
const lossyKinds: ReadonlySet<FileKind> = new Set(['jpeg', 'heif'])

/** A PNG of a larger photo usually exceeds 20 MB, and is not tried. */
const mostPngPixels = 12_500_000

/** No visible loss, in an acceptable size. */
const quality = 94

/** Number of reductions before `image_too_large`. */
const maxShrinks = 6

/**
 * Converts pictures for services, and for display if the browser does not support them: other formats are encoded
 * again, raw photos are replaced by their preview, and large pictures are shrunk if necessary (Spec, Limits; D-2, D-7).
 * Wide colours are written in Display P3. Rejects like `decodeImage`, and with `image_too_large` if a picture cannot be
 * made small enough.
 */
export const createPictureConverter = (parts: ConverterParts) => {
  const readPixels = async (file: Blob, signal: AbortSignal): Promise<ReadPixels> => {
    const wide = await parts.decodeInDisplayP3(file, { signal })
    const { raster, ...facts } = await parts.decodeImage(file, { signal, shrinks: true })
    const isWide = wide !== null && wide !== 'madeSrgb' && hasWideColors(wide.raster)
    return {
      ...facts,
      ...(isWide ? { raster: wide.raster, colorSpace: 'display-p3' } : { raster, colorSpace: 'srgb' }),
      isMadeSrgb: wide === 'madeSrgb',
    }
  }
  return async ({ image }: { readonly image: Blob }, { signal }: Call): Promise<ConvertedPicture> => {
    const { file, kind } = await findPicture(image)
    const leftOut = await readPictureExtras(image)
    const known = isImageKind(kind) ? readImageSize(new Uint8Array(await file.arrayBuffer())) : null
    if (known && file.size <= maxBytes && !isPictureTooLarge(known)) {
      const before = { size: known, bytes: file.size }
      return { file, size: known, before, isWritten: false, isMadeSrgb: false, leftOut }
    }
    const pixels = await readPixels(file, signal)
    const resolution = await readPrintResolution(file)
    const write: Write = ({ raster, hasAlpha, colorSpace }, format) =>
      parts.encodeImage({ kind: 'colour', raster, opaque: !hasAlpha }, format, {
        signal,
        resolution,
        colorSpace,
        ...(format !== 'png' && { quality }),
      })
    const written = await fitted(pixels, formatsFor(kind, file.size, pixels), write, signal)
    const { fileSize, isMadeSrgb } = pixels
    const before = { size: fileSize, bytes: file.size }
    return { ...written, before, isWritten: true, isMadeSrgb, leftOut }
  }
}

type Pixels = { readonly raster: Raster; readonly hasAlpha: boolean; readonly colorSpace: ColorSpace }
type ReadPixels = Pixels & Pick<ConvertedPicture, 'isMadeSrgb'> & { readonly fileSize: Size }

type Formats = readonly [ImageFormat, ...ImageFormat[]]
type Write = (pixels: Pixels, format: ImageFormat) => Promise<Blob>

/** Tries each format at full size, then the last one with ever fewer pixels. */
async function fitted(
  pixels: Pixels,
  formats: Formats,
  write: Write,
  signal: AbortSignal,
): Promise<Pick<ConvertedPicture, 'file' | 'size'>> {
  const { width, height } = pixels.raster
  const writeAt = async (format: ImageFormat, scale: number) => {
    signal.throwIfAborted()
    const scaled = (side: number) => Math.max(1, Math.floor(side * scale))
    const size = { width: scaled(width), height: scaled(height) }
    const raster = scale === 1 ? pixels.raster : resizeRaster(pixels.raster, size)
    return { file: await write({ ...pixels, raster }, format), size }
  }
  let scale = 1
  for (const format of formats) {
    let written = await writeAt(format, scale)
    const shrinks = format === formats.at(-1) ? maxShrinks : 0
    for (let turn = 0; turn < shrinks && written.file.size > maxBytes; turn += 1) {
      // Bytes grow with the area; 5 % less, since fine detail needs more than its share.
      scale *= Math.sqrt(maxBytes / written.file.size) * 0.95
      written = await writeAt(format, scale)
    }
    if (written.file.size <= maxBytes) return written
  }
  throw new ServiceError('image_too_large')
}

/** Lossless if that may fit, unless the picture is lossy; with alpha if it has any. */
const formatsFor = (kind: FileKind, bytes: number, { raster, hasAlpha }: Pixels): Formats => {
  if (hasAlpha) return bytes > maxBytes ? ['webp'] : ['png', 'webp']
  return lossyKinds.has(kind) || raster.width * raster.height > mostPngPixels ? ['jpg'] : ['png', 'jpg']
}
