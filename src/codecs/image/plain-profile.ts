import { isNamed, nameAt } from '#base/byte-names.ts'
import { isOfRgb } from '#engine/color/color-profile.ts'
import { readHeifBoxes } from './heif/heif-boxes.ts'

/**
 * The ICC profile of a file that contains it uncompressed and in one piece, as HEIC, AVIF and TIFF; null if there is
 * none.
 */
export const plainProfile = (bytes: Uint8Array): Uint8Array | null => {
  const view = viewOf(bytes)
  if (isNamed(view, 4, 'ftyp')) return readHeifBoxes(view).profile
  // ICC.1, 7.2: a profile begins with its size, and the mark is at byte 36.
  for (let mark = bytes.indexOf(letterA); mark >= 0; mark = bytes.indexOf(letterA, mark + 1)) {
    if (mark < 36 || !isNamed(view, mark, 'acsp')) continue
    const start = mark - 36
    const size = view.getUint32(start)
    if (size > tableAt && start + size <= bytes.length) return bytes.subarray(start, start + size)
  }
  return null
}

const letterA = 0x61

const tableAt = 128
/** X of sRGB's red, adapted to D50; wider spaces have more. */
const redOfSrgb = 0.436

/** Whether a profile's red is beyond sRGB's, as in Display P3, Adobe RGB and ProPhoto. */
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
