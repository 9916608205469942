import { isNamed } from '#base/byte-names.ts'
import { concatBytes } from '#base/concat-bytes.ts'
import { inflateAtMost } from '#base/deflate.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'

/** More than any printer's profile has; a file may say anything. */
const maxProfileBytes = 1 << 23

/** The ICC profile in a JPEG, PNG or WebP file; null where it has none, or one that is damaged. */
export const findProfile = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 16) return null
  if (isNamed(view, 0, 'RIFF')) return inWebp(bytes, view)
  return view.getUint16(0) === 0xffd8 ? inJpeg(bytes, view) : await inPng(bytes, view)
}

/** Begins each segment of a JPEG that holds a part of a profile. */
export const profileMark = 'ICC_PROFILE\0'

/** Joins the parts, which are numbered (ICC.1:2004-10, B.4). */
const inJpeg = (bytes: Uint8Array, view: DataView): Uint8Array | null => {
  const parts: { readonly number: number; readonly content: Uint8Array }[] = []
  for (const { marker, from, to } of jpegSegments(view)) {
    const content = from + profileMark.length + 2
    if (marker === jpegMarkers.app2 && isNamed(view, from, profileMark) && content <= to)
      parts.push({ number: view.getUint8(content - 2), content: bytes.subarray(content, to) })
  }
  return joined(parts.sort((a, b) => a.number - b.number).map(({ content }) => content))
}

const joined = (parts: readonly Uint8Array[]): Uint8Array | null => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length === 0 || length > maxProfileBytes ? null : concatBytes(parts)
}

/** `ICCP` (RFC 9649, 2.7.1.4). */
const inWebp = (bytes: Uint8Array, view: DataView): Uint8Array | null => {
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true)
    if (isNamed(view, at, 'ICCP')) return bytes.subarray(at + 8, at + 8 + length)
    at += 8 + length + (length & 1)
  }
  return null
}

/**
 * The chunk `iCCP`, unless there is `cICP`; of its numbers only those of Display P3 are read (PNG, 11.3.2; ITU-T
 * H.273).
 */
const inPng = async (bytes: Uint8Array, view: DataView): Promise<Uint8Array | null> => {
  let packed: Uint8Array | null = null
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const end = at + 8 + view.getUint32(at)
    if (isNamed(view, at + 4, 'IDAT')) break
    if (isNamed(view, at + 4, 'cICP'))
      return view.getUint8(at + 8) === 12 && view.getUint8(at + 9) === 13 ? colorProfiles['display-p3'] : null
    if (isNamed(view, at + 4, 'iCCP')) {
      // A name, its end, and the method of compression.
      const nameEnd = bytes.indexOf(0, at + 8)
      packed = bytes.subarray(nameEnd + 2, end)
    }
  }
  const profile =
    packed && (await inflateAtMost(new Blob([packed.slice()]), maxProfileBytes, 'deflate').catch(() => null))
  return profile && profile.size > 0 ? new Uint8Array(await profile.arrayBuffer()) : null
}
