import { isImageKind } from '#contract/file-kinds.ts'
import { sniff } from '#contract/sniff.ts'
import { crc32 } from '#engine/crc32.ts'
import { type Chunk, pngChunks } from '#formats/chunks.ts'
import { type PictureHead, pictureHeads } from '#formats/picture-head.ts'

/** The picture as a whole file's header describes it. The size is as stored, before orientation. */
export type ImageHeader = Omit<PictureHead, 'hasPixels'> & {
  /** The subtype of its MIME type. */
  readonly format: 'jpeg' | 'png' | 'webp'
}

/**
 * Reads the header of a JPEG, PNG or WebP file (D-1). Undefined for other bytes, or if they are too damaged to contain
 * a picture.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = sniff(bytes)
  if (!isImageKind(format)) return undefined
  const read = pictureHeads[format](view)
  if (!read?.hasPixels || read.width === 0 || read.height === 0) return undefined
  const { hasPixels, ...head } = read
  return format === 'png' && !isSoundPng(view) ? undefined : { format, ...head }
}

/** Allowed bit depths per colour type (PNG, table 11.1). */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Whether a PNG has a legal IHDR, and complete critical chunks with correct checksums. Browsers differ in the damage
 * that they tolerate.
 */
const isSoundPng = (view: DataView): boolean => {
  const [depth, colourType, compression, filter, interlacing] = [24, 25, 26, 27, 28].map((at) =>
    view.getUint8(at),
  )
  const isLegal =
    bitDepths[colourType]?.includes(depth) && compression === 0 && filter === 0 && interlacing <= 1
  if (!isLegal) return false
  for (const chunk of pngChunks(view)) if (isCritical(chunk) && !isSound(view, chunk)) return false
  return true
}

/** A chunk is critical when bit 5 of its type's first byte is clear (PNG, 5.4). */
const isCritical = ({ name }: Chunk): boolean => (name.charCodeAt(0) & 0x20) === 0

const isSound = (view: DataView, { at, to }: Chunk): boolean =>
  to + 4 <= view.byteLength &&
  crc32(new Uint8Array(view.buffer, view.byteOffset + at + 4, to - at - 4)) === view.getUint32(to)
