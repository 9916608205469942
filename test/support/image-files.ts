import { crc32 } from '#engine/crc32.ts'
import { ascii, concatBytes, uint32 } from './byte-arrays.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type PngFacts = {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 2 | 4 | 8 | 16
  readonly colourType: 0 | 2 | 3 | 4 | 6
  /** The scanlines as the file has them, without their filter bytes; of an interlaced file, those of all passes. */
  readonly rows: readonly (readonly number[])[]
  readonly interlaced?: boolean
  /** Chunks before the pixels, as `pngChunk` makes them. */
  readonly before?: readonly Bytes[]
}

/** A PNG file of any colour type and depth, unfiltered. */
export const pngFile = async (facts: PngFacts): Promise<Bytes> => {
  const { width, height, depth, colourType, rows, interlaced = false, before = [] } = facts
  const pixels = await deflate(Uint8Array.from(rows.flatMap((row) => [0, ...row])))
  const header = Uint8Array.of(
    ...uint32(width),
    ...uint32(height),
    depth,
    colourType,
    0,
    0,
    interlaced ? 1 : 0,
  )
  return concatBytes(
    pngSignatureBytes,
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', []),
  )
}

export const pngSignatureBytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export const pngChunk = (type: string, body: ArrayLike<number>): Bytes => {
  const summed = Uint8Array.from([...ascii(type), ...Array.from(body)])
  return concatBytes(uint32(body.length), summed, uint32(crc32(summed)))
}

/** A TIFF block with one entry, the orientation. */
export const exifBlock = (orientation: number): number[] => [
  ...[...ascii('II'), 42, 0, 8, 0, 0, 0],
  ...[1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
]

/** The JPEG with an APP1 segment that holds its orientation. */
export const jpegTurned = (jpeg: Uint8Array, orientation: number): Bytes => {
  const body = [...ascii('Exif'), 0, 0, ...exifBlock(orientation)]
  return concatBytes(jpeg.subarray(0, 2), [0xff, 0xe1, 0, body.length + 2], body, jpeg.subarray(2))
}

/** A WebP as an extended one that holds its orientation. */
export const webpTurned = (
  webp: Uint8Array,
  size: { width: number; height: number },
  orientation: number,
): Bytes => {
  const exif = exifBlock(orientation)
  const isExtended = String.fromCharCode(...webp.subarray(12, 16)) === 'VP8X'
  const flags = 0x08 | (isExtended ? (webp[20] ?? 0) : 0)
  const canvas = [flags, 0, 0, 0, ...uint24(size.width - 1), ...uint24(size.height - 1)]
  const chunks = concatBytes(
    riffChunk('VP8X', canvas),
    webp.subarray(isExtended ? 30 : 12),
    riffChunk('EXIF', exif),
  )
  return concatBytes(ascii('RIFF'), littleEndian32(chunks.length + 4), ascii('WEBP'), chunks)
}

export const riffChunk = (type: string, body: ArrayLike<number>): Bytes =>
  concatBytes(ascii(type), littleEndian32(body.length), body, body.length % 2 ? [0] : [])

const littleEndian32 = (value: number): number[] => uint32(value).reverse()

const uint24 = (value: number): number[] => littleEndian32(value).slice(0, 3)

const deflate = async (bytes: Bytes): Promise<Bytes> => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
