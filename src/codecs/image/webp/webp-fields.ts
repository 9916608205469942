import type { Size } from '#base/geometry.ts'
import type { PrintResolution } from '#codecs/image/print-resolution.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import type { ColorSpace } from '#engine/raster.ts'

/** Flags of the chunk VP8X (RFC 9649, 2.7.1). */
const [hasProfile, hasAlpha, hasExif] = [0x20, 0x10, 0x08]
const headerBytes = 12

const chunk = (name: string, content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(8 + content.length + (content.length & 1))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/**
 * A WebP of libwebp with the profile of `colorSpace` and, where one is given, a print resolution: an extended file, in which the profile comes
 * before the picture and EXIF after it (RFC 9649, 2.7).
 */
export const withFields = async (
  webp: Blob,
  { width, height }: Size,
  resolution: PrintResolution | null | undefined,
  colorSpace: ColorSpace = 'srgb',
): Promise<Blob> => {
  const bytes = new Uint8Array(await webp.arrayBuffer())
  const first = new TextDecoder().decode(bytes.subarray(headerBytes, headerBytes + 4))
  const isExtended = first === 'VP8X'
  // A lossless picture says in its own head whether it has alpha (RFC 9649, 3.4): there it is the same bit.
  const alpha = first === 'VP8L' ? (bytes[headerBytes + 12] ?? 0) & hasAlpha : 0
  const extension = isExtended
    ? bytes.slice(headerBytes, headerBytes + 18)
    : chunk('VP8X', new Uint8Array(10))
  extension[8] = (extension[8] ?? 0) | hasProfile | alpha | (resolution ? hasExif : 0)
  if (!isExtended)
    for (const [at, side] of [
      [12, width - 1],
      [15, height - 1],
    ] as const)
      extension.set([side & 255, (side >> 8) & 255, side >> 16], at)
  const chunks = [
    extension,
    chunk('ICCP', colorProfiles[colorSpace]),
    bytes.subarray(headerBytes + (isExtended ? 18 : 0)),
    ...(resolution ? [chunk('EXIF', toResolutionExif(resolution))] : []),
  ]
  const head = bytes.slice(0, headerBytes)
  const length = chunks.reduce((sum, each) => sum + each.length, 4)
  new DataView(head.buffer).setUint32(4, length, true)
  return new Blob([head, ...chunks], { type: webp.type })
}
