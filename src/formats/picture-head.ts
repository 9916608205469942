import { uint24 } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'
import { pngChunks, riffChunks } from './chunks.ts'
import { findJpegOrientation } from './jpeg-orientation.ts'
import { isJpegFrame, jpegMarkers, jpegSegments } from './jpeg-segments.ts'
import { findOrientation, type OrientationTag } from './orientation.ts'

/** The picture as the file's head describes it. The size is as stored, before orientation. */
export type PictureHead = Size & {
  /** False means that no pixel is transparent. */
  readonly mayHaveAlpha: boolean
  readonly orientation?: OrientationTag
  /** Whether the pixels begin within these bytes. */
  readonly hasPixels: boolean
}

/** Null if the bytes do not contain the size. */
type ReadPictureHead = (view: DataView) => PictureHead | null

/** Reads the segments up to the first scan. */
const jpegHead: ReadPictureHead = (view) => {
  let size: Size | undefined
  let hasPixels = false
  for (const { marker, from, to } of jpegSegments(view)) {
    hasPixels = marker === jpegMarkers.startOfScan
    if (hasPixels || to > view.byteLength) break
    if (isJpegFrame(marker) && to - from >= 6)
      size ??= { height: view.getUint16(from + 1), width: view.getUint16(from + 3) }
  }
  const orientation = findJpegOrientation(view)
  return size ? { ...size, mayHaveAlpha: false, hasPixels, ...(orientation && { orientation }) } : null
}

/** Reads a PNG: IHDR is the first chunk (PNG, 11.2.1). */
const pngHead: ReadPictureHead = (view) => {
  let head: PictureHead | null = null
  for (const { name, at, from, to } of pngChunks(view)) {
    if (!head) {
      if (name !== 'IHDR' || to - from !== 13 || to > view.byteLength) return null
      const mayHaveAlpha = (view.getUint8(from + 9) & 4) !== 0
      head = { width: view.getUint32(from), height: view.getUint32(from + 4), mayHaveAlpha, hasPixels: false }
    }
    if (name === 'IDAT') head = { ...head, hasPixels: true }
    if (name === 'tRNS') head = { ...head, mayHaveAlpha: true }
    // A new orientation needs a new checksum of its chunk.
    const turned = name === 'eXIf' && to + 4 <= view.byteLength && findOrientation(view, from, to)
    if (turned) head = { ...head, orientation: { ...turned, summed: { start: at + 4, end: to } } }
  }
  return head
}

/** The larger of the canvas and the frames (RFC 9649, 2.5 to 2.7): they may differ, and a decoder may use either. */
const webpHead: ReadPictureHead = (view) => {
  let [width, height, mayHaveAlpha, hasPixels] = [0, 0, false, false]
  let orientation: OrientationTag | undefined
  for (const { name, from, to } of riffChunks(view)) {
    const end = Math.min(to, view.byteLength)
    if (name === 'VP8X' && end - from >= 10) {
      mayHaveAlpha ||= (view.getUint8(from) & 0x10) !== 0
      width = Math.max(width, 1 + uint24(view, from + 4))
      height = Math.max(height, 1 + uint24(view, from + 7))
    }
    if (name === 'VP8 ' && end - from >= 10) {
      width = Math.max(width, view.getUint16(from + 6, true) & 0x3fff)
      height = Math.max(height, view.getUint16(from + 8, true) & 0x3fff)
      hasPixels = true
    }
    if (name === 'VP8L' && end - from >= 5) {
      const packed = view.getUint32(from + 1, true)
      width = Math.max(width, 1 + (packed & 0x3fff))
      height = Math.max(height, 1 + ((packed >>> 14) & 0x3fff))
      mayHaveAlpha ||= ((packed >>> 28) & 1) !== 0
      hasPixels = true
    }
    mayHaveAlpha ||= name === 'ALPH' || name === 'ANMF'
    hasPixels ||= name === 'ANMF'
    if (name === 'EXIF') orientation = findOrientation(view, from, end)
  }
  return width > 0 ? { width, height, mayHaveAlpha, hasPixels, ...(orientation && { orientation }) } : null
}

/** The head readers of the picture kinds that the API accepts. */
export const pictureHeads = { jpeg: jpegHead, png: pngHead, webp: webpHead } as const

/**
 * Whether the file is complete. A file that was cut short may still be shown, with a grey half. Bytes after the end are
 * allowed, as in decoders.
 */
export const isWholePicture = (bytes: Uint8Array, kind: keyof typeof pictureHeads): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'webp') return bytes.length >= 12 && bytes.length >= 8 + view.getUint32(4, true)
  if (kind === 'png') for (const { name } of pngChunks(view)) if (name === 'IEND') return true
  if (kind === 'jpeg')
    for (const { marker } of jpegSegments(view, { throughScans: true }))
      if (marker === jpegMarkers.endOfImage) return true
  return false
}
