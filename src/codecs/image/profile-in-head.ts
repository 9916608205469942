import { nameAt } from '#base/byte-names.ts'
import { colorProfiles, isOfRgb } from '#engine/color/color-profile.ts'

/** Where a file says how its colours are meant; the pixels come after it. */
export const headBytes = 65_536

/** Of a box `colr` that names its colours by numbers those of Display P3 (ISO/IEC 23091-2, table 2). */
const ofDisplayP3 = `colrnclx\0${String.fromCharCode(12)}`

/**
 * The uncompressed ICC profile in the first bytes of a file, as in HEIC and AVIF; of JPEG only its first part; null
 * where there is none.
 */
export const profileInHead = (bytes: Uint8Array): Uint8Array | null => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  // ICC.1, 7.2: a profile begins with its size, and the mark is at byte 36.
  const start = head.indexOf('acsp') - 36
  if (start >= 0) {
    const size = new DataView(bytes.buffer, bytes.byteOffset + start).getUint32(0)
    return bytes.subarray(start, start + size)
  }
  return head.includes(ofDisplayP3) ? colorProfiles['display-p3'] : null
}

const tableAt = 128
/** X of the red of sRGB, adapted to D50; wider ones have more. */
const redOfSrgb = 0.436

/** Whether the red of a profile is beyond that of sRGB, as in Display P3, Adobe RGB and ProPhoto. */
export const isWiderThanSrgb = (profile: Uint8Array): boolean => {
  const view = viewOf(profile)
  for (let at = tableAt + 4; at + 12 <= view.byteLength && isOfRgb(profile); at += 12) {
    if (nameAt(view, at) !== 'rXYZ') continue
    const value = view.getUint32(at + 4) + 8
    return value + 4 <= view.byteLength && view.getInt32(value) / 65_536 > redOfSrgb + 0.01
  }
  return false
}

const viewOf = (profile: Uint8Array): DataView =>
  new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
