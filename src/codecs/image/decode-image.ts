import type { Size } from '#base/geometry.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { ServiceError } from '#contract/service-error.ts'
import { convertRgb } from '#engine/color/convert-rgb.ts'
import type { Raster } from '#engine/raster.ts'
import { hideProfile } from './hide-profile.ts'
import type { ImageHeader, InputFormat } from './image-codec.ts'
import { readImageHeader } from './image-codecs.ts'
import { clearOrientation, displaySize, placeRows } from './orientation.ts'
import { readViaCanvas, readViaTexture, type TakeRows } from './read-pixels.ts'
import { readWideColors } from './wide-colors.ts'

/** A picture as displayed: orientation applied, sRGB, straight alpha. */
type DecodedImage = {
  readonly raster: Raster
  /** Whether any pixel is not wholly opaque. */
  readonly hasAlpha: boolean
  readonly format: InputFormat
}

/**
 * Decodes a JPEG, PNG or WebP file (D-1, D-2, D-7); of an animation, its first frame.
 *
 * The browser decodes: measured in Chromium 156 against libvips, JPEG (also progressive, grey, odd samplings), WebP and
 * PNG of every kind (palette, 16-bit, interlaced, tRNS) come out equal bit for bit, straight alpha included, and wide
 * gamuts within 1 of 255. Three things differ: gAMA is honoured, as it should be; CMYK is converted plainly; colours
 * outside sRGB are clipped. Not left to the browser are the refusal of damaged PNG files, of which browsers show
 * different parts, and the orientation, which they apply to different formats.
 *
 * Throws `validation_error` for bytes that are none of these or do not decode, `image_too_large` from the header alone,
 * before any pixel is decoded, and the signal's reason when it was aborted.
 */
export const decodeImage = async (blob: Blob, { signal }: Call = {}): Promise<DecodedImage> =>
  decode(new Uint8Array(await blob.arrayBuffer()), signal)

type Call = { readonly signal?: AbortSignal }

/** A picture as displayed, in Display P3. */
type WideImage = Omit<DecodedImage, 'format'> & {
  /** Whether the file can hold colours that Display P3 does not have either: they are clipped. */
  readonly exceedsDisplayP3: boolean
}

/**
 * Decodes the same files, converting their colours by their profile itself: browsers differ in whether a canvas has Display P3.
 * Null for a file whose colours are all in sRGB, `madeSrgb` for one whose profile only browsers read (`readWideColors`). Throws
 * as `decodeImage`.
 */
export const decodeInDisplayP3 = async (
  blob: Blob,
  { signal }: Call = {},
): Promise<WideImage | 'madeSrgb' | null> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const colors = await readWideColors(bytes)
  if (!colors || colors === 'madeSrgb') return colors
  hideProfile(bytes)
  const { raster, hasAlpha } = await decode(bytes, signal)
  if (colors.conversion) convertRgb(raster.data, colors.conversion)
  return { raster, hasAlpha, exceedsDisplayP3: colors.exceedsDisplayP3 }
}

const decode = async (
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<DecodedImage> => {
  signal?.throwIfAborted()
  const header = readImageHeader(bytes)
  if (!header) throw unreadable()
  if (isPictureTooLarge(header)) throw new ServiceError('image_too_large')
  if (header.orientation) clearOrientation(bytes, header.orientation)
  const bitmap = await openBitmap(bytes, header)
  try {
    signal?.throwIfAborted()
    const orientation = header.orientation?.value ?? 1
    const stored: Size = { width: bitmap.width, height: bitmap.height }
    const shown = new Uint32Array(stored.width * stored.height)
    const take: TakeRows = (rows, firstRow) =>
      placeRows(
        new Uint32Array(rows.buffer, rows.byteOffset, rows.length / 4),
        firstRow,
        stored,
        orientation,
        shown,
      )
    const isRead = header.mayHaveAlpha && (await readViaTexture(bitmap, take, signal))
    if (!isRead) await readViaCanvas(bitmap, !header.mayHaveAlpha, take, signal)
    return {
      raster: { ...displaySize(stored, orientation), data: new Uint8ClampedArray(shown.buffer) },
      hasAlpha: header.mayHaveAlpha && hasTransparency(shown),
      format: header.format,
    }
  } finally {
    bitmap.close()
  }
}

const openBitmap = async (
  bytes: Uint8Array<ArrayBuffer>,
  { format, mayHaveAlpha }: ImageHeader,
): Promise<ImageBitmap> => {
  const file = new Blob([bytes], { type: `image/${format}` })
  try {
    return await createImageBitmap(file, { premultiplyAlpha: mayHaveAlpha ? 'none' : 'default' })
  } catch (cause) {
    throw unreadable(cause)
  }
}

const hasTransparency = (pixels: Uint32Array): boolean => {
  for (let i = 0; i < pixels.length; i++) if (pixels[i] >>> 24 !== 255) return true
  return false
}

const unreadable = (cause?: unknown) =>
  new ServiceError('validation_error', {
    reason: 'image_undecodable',
    fields: ['image_file'],
    cause,
  })
