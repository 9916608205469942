import type { ImageHeader } from './image-codec.ts'
import { readJpegHeader } from './jpeg.ts'
import { readPngHeader } from './png/png-header.ts'
import { readWebpHeader } from './webp/webp.ts'

/**
 * Reads the header of a JPEG, PNG or WebP file from its bytes (D-1). Undefined: the bytes are none of these,
 * or too damaged to hold a picture.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const readHeader of [readJpegHeader, readPngHeader, readWebpHeader]) {
    const header = readHeader(view)
    if (header) return header.width > 0 && header.height > 0 ? header : undefined
  }
  return undefined
}
