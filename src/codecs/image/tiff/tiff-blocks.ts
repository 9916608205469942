import { addDecoder, BaseDecoder } from 'geotiff'

/** What a decoder knows of the strips or tiles of a picture. */
type Block = {
  readonly tileWidth: number
  readonly tileHeight: number
  readonly planarConfiguration: number
  readonly bitsPerSample: ArrayLike<number>
}

/**
 * Decoders for geotiff that stop at the size of a strip or tile. Its own go on as long as the data does, so a small
 * file can fill the memory.
 */
export const boundBlocks = (): void => {
  addDecoder(5, async () => boundedDecoder(unpackLzw))
  addDecoder([8, 32_946], async () => boundedDecoder(inflate))
  addDecoder(32_773, async () => boundedDecoder(unpackBits))
}

type Unpack = (packed: Uint8Array, most: number) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>

const boundedDecoder = (unpack: Unpack) =>
  class extends BaseDecoder {
    override async decodeBlock(packed: ArrayBufferLike): Promise<ArrayBuffer> {
      const { tileWidth, tileHeight, planarConfiguration, bitsPerSample } = this.parameters as Block
      const bits = Array.from(bitsPerSample)
      const pixelBits =
        planarConfiguration === 2 ? Math.max(...bits) : bits.reduce((sum, each) => sum + each, 0)
      const most = Math.ceil((tileWidth * pixelBits) / 8) * tileHeight
      return (await unpack(new Uint8Array(packed), most)).buffer
    }
  }

/** Deflate with the head of zlib (RFC 1950). */
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

/** PackBits (TIFF 6.0, section 9). */
function unpackBits(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(most)
  for (let from = 0, to = 0; from < packed.length && to < most; ) {
    const head = packed[from++] ?? 128
    if (head < 128) {
      out.set(packed.subarray(from, from + Math.min(head + 1, most - to)), to)
      from += head + 1
      to += head + 1
    } else if (head > 128) {
      out.fill(packed[from++] ?? 0, to, to + 257 - head)
      to += 257 - head
    }
  }
  return out
}

const clearCode = 256
const endCode = 257
const maxCodes = 4096

/** LZW with the most significant bit first, whose codes grow one code early (TIFF 6.0, section 13). */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(most)
  /** Where in `out` the string of each code stands, and how long it is. */
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
      // The string of a code that is being defined is the one before and its own first byte.
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

/** The pixels that the frames of a JPEG name at most (ITU T.81, B.2.2): within its pixels no such marker can stand. */
export const largestFrame = (jpeg: Uint8Array): number => {
  let most = 0
  for (let at = 0; at + 8 < jpeg.length; at++) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff || marker < 0xc0 || marker > 0xc2) continue
    const height = ((jpeg[at + 5] ?? 0) << 8) | (jpeg[at + 6] ?? 0)
    const width = ((jpeg[at + 7] ?? 0) << 8) | (jpeg[at + 8] ?? 0)
    most = Math.max(most, width * height)
  }
  return most
}
