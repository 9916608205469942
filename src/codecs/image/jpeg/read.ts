import type { Size } from '#base/geometry.ts'
import { findJpegOrientation } from '#base/jpeg-orientation.ts'
import type { ImageHeader } from '#codecs/image/image-reader.ts'
import { toOrientationTag } from '#codecs/image/orientation.ts'
import { findJpegFrame } from '#contract/image-size.ts'
import type { UnreadCompression } from '#contract/unread-pictures.ts'

const startOfImage = 0xffd8
const startOfScan = 0xda
const endOfImage = 0xd9

/** Markers of a frame header (T.81, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers without a length: TEM and RST0 to RST7. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** What few programs read of a JPEG, by the marker of its frame (T.81, table B.1; T.87). */
const unusualFrames: Readonly<Record<number, UnreadCompression>> = {
  195: 'jpegLossless',
  ...{ 197: 'hierarchical', 198: 'hierarchical', 199: 'hierarchical' },
  ...{ 201: 'arithmetic', 202: 'arithmetic', 203: 'jpegLossless' },
  ...{ 205: 'hierarchical', 206: 'hierarchical', 207: 'hierarchical' },
  247: 'jpegLs',
}

/** How a JPEG is compressed, where that is not as browsers read it; undefined for others. */
export const unusualJpeg = (view: DataView): UnreadCompression | undefined => {
  const frame = findJpegFrame(view)
  if (frame === null) return undefined
  return unusualFrames[view.getUint8(frame + 1)] ?? (view.getUint8(frame + 4) === 12 ? 'jpeg12' : undefined)
}

/** Walks the segments up to the first scan; bytes between segments are skipped, as libjpeg does. */
export const readJpegHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return undefined
  let size: Size | undefined
  let at = 2
  while (at + 4 <= view.byteLength) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0x00 || marker === 0xff) {
      at += 1
      continue
    }
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    if (marker === endOfImage) return undefined
    if (marker === startOfScan) {
      const orientation = toOrientationTag(findJpegOrientation(view))
      return size && { format: 'jpeg', mayHaveAlpha: false, ...size, ...(orientation && { orientation }) }
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > view.byteLength) return undefined
    if (isFrame(marker) && length >= 8) {
      size ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at = end
  }
  return undefined
}
