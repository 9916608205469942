import { compressionNotRead } from '#codecs/image/decoded.ts'
import { unpackBits } from '#codecs/image/pack-bits.ts'
import { type CcittKind, unpackCcitt } from './ccitt.ts'
import { unpackJpeg } from './jpeg-block.ts'
import { compressions, type TiffLayout } from './tiff-layout.ts'

/** The reader of the strips or tiles of a picture. */
type BlockReader = {
  /** The bytes of a strip or tile with `rows` rows; missing bytes are 0. Rejects if the file ends within it. */
  readonly read: (index: number, rows: number) => Promise<Uint8Array>
}

type Extras = { readonly ccitt: Omit<CcittKind, 'group'>; readonly jpegTables: Uint8Array | undefined }

/** Opens the strips or tiles of a file. Unpacking stops at their size, since a small file may contain far more. */
export const openBlocks = (file: Uint8Array, layout: TiffLayout, extras: Extras): BlockReader => {
  const { compression, blockWidth, samples, bits, isPlanar, isReversed, subsampling } = layout
  const ofBlock = isPlanar ? 1 : samples
  const rowBytes = Math.ceil((blockWidth * ofBlock * bits) / 8)
  const [dx, dy] = subsampling
  const bytesOf = (rows: number) =>
    dx * dy === 1 ? rowBytes * rows : Math.ceil(blockWidth / dx) * Math.ceil(rows / dy) * (dx * dy + 2)
  return {
    read: async (index, rows) => {
      const [start, length] = [layout.starts[index] ?? 0, layout.lengths[index] ?? 0]
      const stored = file.subarray(start, start + length)
      const most = bytesOf(rows)
      // The length of an uncompressed block may be rounded up.
      const least = compression === compressions.none ? Math.min(length, most) : length
      if (stored.length < least) throw new Error('The file ends before its picture.')
      if (compression === compressions.jpeg) return unpackJpeg(stored, layout, rows, extras.jpegTables)
      const packed = isReversed ? stored.map((byte) => reversed[byte] ?? 0) : stored
      switch (compression) {
        case compressions.none:
          return filled(packed, most)
        case compressions.lzw:
          return unpackLzw(packed, most)
        case compressions.packBits:
          return filled(unpackBits(packed, most), most)
        case compressions.deflate:
        case compressions.oldDeflate:
          return inflate(packed, most)
        default:
          return unpackCcitt(packed, blockWidth, rows, { ...extras.ccitt, group: compression as 2 | 3 | 4 })
      }
    },
  }
}

/** Each byte with its bits reversed. */
const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum + bit, 0),
)

const filled = (bytes: Uint8Array, most: number): Uint8Array => {
  if (bytes.length >= most) return bytes.subarray(0, most)
  const out = new Uint8Array(most)
  out.set(bytes)
  return out
}

/** Unpacks a zlib stream (RFC 1950). */
async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(most)
  const reader = new Blob([packed.slice()])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .getReader()
  for (let at = 0; at < most; ) {
    const { done, value } = await reader.read()
    if (done) break
    out.set(value.subarray(0, most - at), at)
    at += value.length
  }
  await reader.cancel()
  return out
}

const clearCode = 256
const endCode = 257
const maxCodes = 4096

/** LZW with the most significant bit first, whose codes grow one code early (TIFF 6.0, section 13). */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  // Old LZW, recognised as in libtiff by a first clear code with its lowest bit first.
  if (packed[0] === 0 && ((packed[1] ?? 0) & 1) === 1) throw compressionNotRead('tiff', 'oldLzw')
  const out = new Uint8Array(most)
  /** The position in `out` of each code's string, and its length. */
  const starts = new Uint32Array(maxCodes)
  const lengths = new Uint32Array(maxCodes)
  let codes = endCode + 1
  let bits = 9
  let previous = -1
  let to = 0
  for (let at = 0; at + bits <= packed.length * 8 && to < most; ) {
    const byte = at >> 3
    const three = ((packed[byte] ?? 0) << 16) | ((packed[byte + 1] ?? 0) << 8) | (packed[byte + 2] ?? 0)
    const code = (three >> (24 - bits - (at & 7))) & ((1 << bits) - 1)
    at += bits
    if (code === endCode) break
    if (code === clearCode) {
      codes = endCode + 1
      bits = 9
      previous = -1
      continue
    }
    if (code > codes || (code === codes && previous < 0)) throw new Error('An LZW code that was not defined.')
    const start = to
    const lastLength = previous < 0 ? 0 : previous < clearCode ? 1 : (lengths[previous] ?? 0)
    if (code < clearCode) out[to++] = code
    else {
      // The string of a code in definition is the last string and its own first byte.
      const from = code === codes ? start - lastLength : (starts[code] ?? 0)
      const length = code === codes ? lastLength + 1 : (lengths[code] ?? 0)
      for (let i = 0; i < length && to < most; i++) out[to++] = out[from + i] ?? 0
    }
    if (previous >= 0 && codes < maxCodes) {
      starts[codes] = start - lastLength
      lengths[codes] = lastLength + 1
      codes++
    }
    if (codes >= (1 << bits) - 1 && bits < 12) bits++
    previous = code
  }
  return out
}
