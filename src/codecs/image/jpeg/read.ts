import type { Size } from '#base/geometry.ts'
import type { ImageHeader } from '#codecs/image/image-reader.ts'
import { toOrientationTag } from '#codecs/image/orientation.ts'
import type { UnreadCompression } from '#contract/unread-pictures.ts'
import { findJpegOrientation } from '#formats/jpeg-orientation.ts'
import { findJpegFrame, isJpegFrame, jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'

const startOfImage = 0xffd8

/** What few programs read of a JPEG, by the marker of its frame (T.81, table B.1; T.87). */
const unusualFrames: Readonly<Record<number, UnreadCompression>> = {
  195: 'jpegLossless',
  197: 'hierarchical',
  198: 'hierarchical',
  199: 'hierarchical',
  201: 'arithmetic',
  202: 'arithmetic',
  203: 'jpegLossless',
  205: 'hierarchical',
  206: 'hierarchical',
  207: 'hierarchical',
  247: 'jpegLs',
}

/** How a JPEG is compressed, where that is not as browsers read it; undefined for others. */
export const unusualJpeg = (view: DataView): UnreadCompression | undefined => {
  const frame = findJpegFrame(view)
  if (frame === null) return undefined
  return unusualFrames[view.getUint8(frame + 1)] ?? (view.getUint8(frame + 4) === 12 ? 'jpeg12' : undefined)
}

/** What the segments before the first scan say; undefined where they are cut off. */
export const readJpegHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return undefined
  let size: Size | undefined
  for (const { marker, from, to } of jpegSegments(view)) {
    if (marker === jpegMarkers.startOfScan) {
      const orientation = toOrientationTag(findJpegOrientation(view))
      return size && { format: 'jpeg', mayHaveAlpha: false, ...size, ...(orientation && { orientation }) }
    }
    if (to > view.byteLength) return undefined
    if (isJpegFrame(marker) && to - from >= 6)
      size ??= { height: view.getUint16(from + 1), width: view.getUint16(from + 3) }
  }
  return undefined
}
