import { isNamed } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { UnreadCompression } from '#contract/unread-pictures.ts'
import { convertRgb } from '#engine/color/convert-rgb.ts'
import { isOpaque } from '#engine/raster.ts'
import { findJpegFrame } from '#formats/jpeg-segments.ts'
import { displaySize } from '#formats/orientation.ts'
import { compressionNotRead, tooManyPixels } from './decoded.ts'
import { hideProfile } from './hide-profile.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import type { DecodedImage, ImageReader, ReadCall } from './image-reader.ts'
import { clearOrientation, placeRows } from './orientation.ts'
import { openBitmap, readPixels, type TakeRows } from './read-pixels.ts'
import { readWideColors } from './wide-colors.ts'

/**
 * Reads JPEG, PNG and WebP (D-1, D-2, D-7), of an animation the first frame, by the browser's decoder. Measured in
 * Chromium 156 against libvips: JPEG (also progressive, grey, odd samplings), WebP and PNG of every kind (palette,
 * 16-bit, interlaced, tRNS) are equal bit for bit, straight alpha included, and wide gamuts within 1 of 255. Three
 * things differ: gAMA is applied, correctly; CMYK is converted simply; colours outside sRGB are clipped. This reader
 * refuses damaged PNG files, since browsers show different parts of them, applies orientation, since browsers apply it
 * to different formats, and converts to Display P3 by the profile, since not every canvas supports it. Rejects with
 * `validation_error` for undecodable bytes, and with `image_too_large` from the header alone.
 */
export const headerReader: ImageReader = {
  read: async (file, call) => decode(new Uint8Array(await file.arrayBuffer()), call),
  readInDisplayP3: async (file, call) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const colors = await readWideColors(bytes)
    if (!colors || colors === 'madeSrgb') return colors
    hideProfile(bytes)
    const { raster, hasAlpha } = await decode(bytes, call)
    if (colors.conversion) convertRgb(raster.data, colors.conversion)
    return { raster, hasAlpha, exceedsDisplayP3: colors.exceedsDisplayP3 }
  },
}

const decode = async (
  bytes: Uint8Array<ArrayBuffer>,
  { signal, shrinks = false }: ReadCall,
): Promise<DecodedImage> => {
  signal?.throwIfAborted()
  const header = readImageHeader(bytes)
  if (!header) throw unreadable(bytes)
  const isTooLarge = isPictureTooLarge(header)
  if (isTooLarge && !shrinks) throw new ServiceError('image_too_large')
  const orientation = header.orientation?.value ?? 1
  if (header.orientation) clearOrientation(bytes, header.orientation)
  const bitmap = await openStored(bytes, header).catch((cause: unknown) => {
    throw isTooLarge
      ? tooManyPixels(header.format, displaySize(header, orientation), cause)
      : unreadable(bytes, cause)
  })
  try {
    signal?.throwIfAborted()
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
    await readPixels(bitmap, { isOpaque: !header.mayHaveAlpha }, take, signal)
    const raster = { ...displaySize(stored, orientation), data: new Uint8ClampedArray(shown.buffer) }
    return {
      raster,
      hasAlpha: header.mayHaveAlpha && !isOpaque(raster),
      fileSize: displaySize(header, orientation),
    }
  } finally {
    bitmap.close()
  }
}

const openStored = (bytes: Uint8Array<ArrayBuffer>, { format, mayHaveAlpha }: ImageHeader) =>
  openBitmap(new Blob([bytes], { type: `image/${format}` }), mayHaveAlpha ? 'none' : 'default')

/** The error for a file that is damaged, or in a form that browsers do not read. */
const unreadable = (bytes: Uint8Array, cause?: unknown) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Apple's variant begins with the chunk CgBI.
  if (isNamed(view, 12, 'CgBI')) return compressionNotRead('png', 'cgbi')
  const unusual = isNamed(view, 0, '\xff\xd8') ? unusualJpeg(view) : undefined
  if (unusual) return compressionNotRead('jpeg', unusual)
  return new ServiceError('validation_error', { reason: 'image_undecodable', fields: ['image_file'], cause })
}

/** Rare compressions of a JPEG by the marker of its frame (T.81, table B.1; T.87). */
const unusualFrames: Readonly<Record<number, UnreadCompression>> = {
  195: 'jpegLossless',
  197: 'hierarchical',
  198: 'hierarchical',
  199: 'hierarchical',
  201: 'arithmetic',
  202: 'arithmetic',
  203: 'jpegLossless',
  205: 'hierarchical',
  206: 'hierarchical',
  207: 'hierarchical',
  247: 'jpegLs',
}

/** The compression of a JPEG that browsers do not read; undefined for others. */
const unusualJpeg = (view: DataView): UnreadCompression | undefined => {
  const frame = findJpegFrame(view)
  if (frame === null) return undefined
  return unusualFrames[view.getUint8(frame + 1)] ?? (view.getUint8(frame + 4) === 12 ? 'jpeg12' : undefined)
}
