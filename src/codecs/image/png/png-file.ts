import { zlib } from '#base/deflate.ts'
import type { Size } from '#base/geometry.ts'
import { createYielder } from '#base/timers.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import type { PrintResolution } from '#codecs/image/print-resolution.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { crc32 } from '#engine/crc32.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The first eight bytes of every PNG file. */
export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

/** The colour types of PNG, table 11.1. */
const colourTypes = { grey: 0, rgb: 2, rgba: 6 } as const

/** The picture of a PNG header. */
export type PngPicture = Size & { readonly kind: keyof typeof colourTypes; readonly depth: 8 | 16 }

/** `profile`: an ICC profile that replaces `colorSpace`. */
export type PngOptions = EncodeOptions & { readonly profile?: Uint8Array }

/** The rendering intent of photos (PNG, 11.3.2.5). */
const perceptual = 0

/** A PNG with its colour space, its print resolution and no other metadata; `pieces` are its zlib stream. */
export const toPngFile = async (
  { width, height, kind, depth }: PngPicture,
  { resolution, colorSpace, profile }: PngOptions,
  pieces: readonly Bytes[],
): Promise<Blob> => {
  const chunks = [
    pngHeader({ width, height, kind, depth }),
    ...(profile
      ? [await profileChunk('ICC', profile)]
      : colorSpace === 'display-p3' && kind !== 'grey'
        ? await displayP3Chunks()
        : [pngSrgb()]),
    ...(resolution ? [toPhys(resolution)] : []),
    ...pieces.map((piece) => pngChunk('IDAT', piece)),
    pngChunk('IEND', new Uint8Array()),
  ]
  return new Blob([Uint8Array.from(pngSignature), ...chunks.flat()], { type: 'image/png' })
}

/** The first chunk, IHDR (PNG, 11.2.1). */
export const pngHeader = ({ width, height, kind, depth }: PngPicture): readonly Bytes[] => {
  const size = [...bigEndian(width), ...bigEndian(height)]
  return pngChunk('IHDR', Uint8Array.of(...size, depth, colourTypes[kind], 0, 0, 0))
}

/** The chunk for sRGB, with the rendering intent of photos (PNG, 11.3.2.5). */
export const pngSrgb = (): readonly Bytes[] => pngChunk('sRGB', Uint8Array.of(perceptual))

/** Display P3 by its numbers (PNG, 11.3.2.6; ITU-T H.273), and by a profile for older readers. */
const displayP3Chunks = async (): Promise<readonly (readonly Bytes[])[]> => [
  pngChunk('cICP', Uint8Array.of(12, 13, 0, 1)),
  await profileChunk('Display P3', colorProfiles['display-p3']),
]

/** An ICC profile: its name, a zero, the compression method, and the profile (PNG, 11.3.2.3). */
const profileChunk = async (name: string, profile: Uint8Array): Promise<readonly Bytes[]> => {
  const head = Uint8Array.from(`${name}\0\0`, (letter) => letter.charCodeAt(0))
  const packed = await zlib(profile.slice())
  const body = new Uint8Array(head.length + packed.length)
  body.set(head)
  body.set(packed, head.length)
  return pngChunk('iCCP', body)
}

/** A chunk: length, type, body and checksum (PNG, 5.3). */
export const pngChunk = (type: string, body: Bytes): readonly Bytes[] => {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0))
  return [bigEndian(body.length), name, body, bigEndian(crc32(body, crc32(name)))]
}

/** A 32-bit number, big-endian, as in PNG and zlib. */
export const bigEndian = (value: number): Bytes =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

const inchesAMetre = 1 / 0.0254

/** The print resolution in pixels per metre (PNG, 11.3.4.3). */
const toPhys = ({ x, y }: PrintResolution): readonly Bytes[] => {
  const sides = [x, y].flatMap((side) => [...bigEndian(Math.round(side * inchesAMetre))])
  return pngChunk('pHYs', Uint8Array.of(...sides, 1))
}

/** Bytes compressed at a time. */
const bytesPerTurn = 1 << 18

/**
 * The zlib stream of rows from the browser's own compressor, as pieces in order. `fill` writes row `y` with its filter
 * byte. Rejects with the reason of `signal`.
 */
export const deflateRows = async (
  height: number,
  rowBytes: number,
  fill: (y: number, out: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<Bytes[]> => {
  const rowsPerTurn = Math.max(1, Math.floor(bytesPerTurn / rowBytes))
  let y = 0
  const rows = new ReadableStream<Bytes>({
    pull: (controller) => {
      const count = Math.min(rowsPerTurn, height - y)
      const chunk = new Uint8Array(count * rowBytes)
      for (let row = 0; row < count; row++)
        fill(y + row, chunk.subarray(row * rowBytes, (row + 1) * rowBytes))
      controller.enqueue(chunk)
      y += count
      if (y === height) controller.close()
    },
  })
  const yieldNow = createYielder(signal)
  const pieces: Bytes[] = []
  // Safari has no async iteration of streams.
  const reader = rows.pipeThrough(new CompressionStream('deflate')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    await yieldNow()
  }
  return pieces
}

/** The filter type Up (PNG, 9.2): each byte minus the one above it. */
export const filterUp = 2
