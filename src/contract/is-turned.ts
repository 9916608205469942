import { findJpegOrientation } from '#base/jpeg-orientation.ts'
import { findTiffValue } from '#base/tiff.ts'

/** Whether a picture is shown with its stored sides swapped, by its orientation (EXIF 2.32, tag 0x0112). */
export const isTurned = (view: DataView, kind: 'png' | 'jpeg' | 'webp'): boolean => {
  const value = kind === 'jpeg' ? findJpegOrientation(view)?.value : chunkOrientation(view, kind)
  return value !== undefined && value >= 5 && value <= 8
}

const orientationTag = 0x0112

const fourCc = (text: string): number =>
  [...text].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0)
/** The letters that some writers put before a TIFF block, as JPEG does. */
const marked = fourCc('Exif')

/** Chunks of PNG (5.3) have a length, a name and a checksum; those of WebP (RFC 9649, 2.3) a name and a length, and are even. */
const chunkOrientation = (view: DataView, kind: 'png' | 'webp'): number | undefined => {
  const isPng = kind === 'png'
  const name = fourCc(isPng ? 'eXIf' : 'EXIF')
  for (let at = isPng ? 8 : 12; at + 12 <= view.byteLength; ) {
    const length = view.getUint32(isPng ? at : at + 4, !isPng)
    const body = at + 8
    if (view.getUint32(isPng ? at + 4 : at) === name) {
      const isMarked = view.getUint32(body) === marked
      const found = findTiffValue(view, isMarked ? body + 6 : body, body + length, orientationTag)
      return found?.isInteger ? found.value : undefined
    }
    at = body + length + (isPng ? 4 : length & 1)
  }
  return undefined
}
