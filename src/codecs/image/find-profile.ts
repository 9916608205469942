import { isNamed } from '#base/byte-names.ts'
import { concatBytes } from '#base/concat-bytes.ts'
import { inflateAtMost } from '#base/deflate.ts'
import { sniff } from '#contract/sniff.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { pngChunks, riffChunks } from '#formats/chunks.ts'
import { jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'

/** A limit above any printer's profile, since a file may declare any size. */
const maxProfileBytes = 1 << 23

/** The ICC profile in a JPEG, PNG or WebP file; null if it is missing or damaged. */
export const findProfile = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = sniff(bytes)
  if (kind === 'webp') return inWebp(bytes, view)
  return kind === 'jpeg' ? inJpeg(bytes, view) : await inPng(bytes, view)
}

/** The head of each JPEG segment with a part of a profile. */
export const profileMark = 'ICC_PROFILE\0'

/** Joins the numbered parts (ICC.1:2004-10, B.4). */
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
  for (const { name, from, to } of riffChunks(view)) if (name === 'ICCP') return bytes.subarray(from, to)
  return null
}

/** The chunk `iCCP`, unless `cICP` is present, of which only Display P3 is read (PNG, 11.3.2; ITU-T H.273). */
const inPng = async (bytes: Uint8Array, view: DataView): Promise<Uint8Array | null> => {
  let packed: Uint8Array | null = null
  for (const { name, from, to } of pngChunks(view)) {
    if (name === 'IDAT') break
    if (name === 'cICP')
      return view.getUint8(from) === 12 && view.getUint8(from + 1) === 13 ? colorProfiles['display-p3'] : null
    // A name, its end, and the method of compression.
    if (name === 'iCCP') packed = bytes.subarray(bytes.indexOf(0, from) + 2, to)
  }
  const profile =
    packed && (await inflateAtMost(new Blob([packed.slice()]), maxProfileBytes, 'deflate').catch(() => null))
  return profile && profile.size > 0 ? new Uint8Array(await profile.arrayBuffer()) : null
}
