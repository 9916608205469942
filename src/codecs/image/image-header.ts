import type { Size } from '#engine/raster.ts'
import type { OrientationTag } from './exif-orientation.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { readPngHeader } from './png-header.ts'
import { readWebpHeader } from './webp-header.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** What a file says of its picture before anything is decoded. The size is as stored, before orientation. */
export type ImageHeader = Size & {
  readonly format: ImageFormat
  /** Whether pixels may be transparent; false is certain. */
  readonly mayHaveAlpha: boolean
  readonly orientation?: OrientationTag
}

/**
 * Reads the header of a JPEG, PNG or WebP file from its bytes (D-1). Undefined: the bytes are none of these,
 * or too damaged to hold a picture.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readJpegHeader(view) ?? readPngHeader(view) ?? readWebpHeader(view)
  return header && header.width > 0 && header.height > 0 ? header : undefined
}
