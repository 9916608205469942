import type { Size } from '#base/geometry.ts'
import { srgbProfile } from '#codecs/image/srgb-profile.ts'

/** Flags of the chunk VP8X (RFC 9649, 2.7.1). */
const [hasProfile, headerBytes] = [0x20, 12]

const chunk = (name: string, content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(8 + content.length + (content.length & 1))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/** A WebP of libwebp with the profile of sRGB: an extended file, in which it comes first (RFC 9649, 2.7). */
export const withProfile = async (webp: Blob, { width, height }: Size): Promise<Blob> => {
  const bytes = new Uint8Array(await webp.arrayBuffer())
  const isExtended = new TextDecoder().decode(bytes.subarray(headerBytes, headerBytes + 4)) === 'VP8X'
  const extension = isExtended
    ? bytes.slice(headerBytes, headerBytes + 18)
    : chunk('VP8X', new Uint8Array(10))
  extension[8] = (extension[8] ?? 0) | hasProfile
  if (!isExtended)
    for (const [at, side] of [
      [12, width - 1],
      [15, height - 1],
    ] as const)
      extension.set([side & 255, (side >> 8) & 255, side >> 16], at)
  const rest = bytes.subarray(headerBytes + (isExtended ? 18 : 0))
  const profile = chunk('ICCP', srgbProfile)
  const head = bytes.slice(0, headerBytes)
  new DataView(head.buffer).setUint32(4, 4 + extension.length + profile.length + rest.length, true)
  return new Blob([head, extension, profile, rest], { type: webp.type })
}
