import {
  distanceSymbol,
  type FilteredRows,
  findMatches,
  lengthSymbol,
  type MatchedRows,
} from './find-matches.ts'
import { huffmanCodes, type PrefixCodes } from './huffman.ts'

/** Constants of RFC 1951, 3.2.3 and 3.2.7. */
const endOfBlock = 256
const dynamicCodes = 0b100
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/**
 * Compresses rows into one DEFLATE block, followed by an empty stored block that ends on a byte boundary. So the blocks
 * of neighbouring rows can be joined, and `endOfDeflate` follows the last.
 *
 * A browser's CompressionStream always works at zlib's level 6. On a photo this takes about a fifth of its time, for
 * files as large as those of level 1.
 */
export const deflatePixels = (rows: FilteredRows): Uint8Array<ArrayBuffer> => {
  const found = findMatches(rows)
  found.literals[endOfBlock] = 1
  const literals = huffmanCodes(found.literals)
  const distances = huffmanCodes(found.distances)
  // No code is longer than 15 bits, and a match of eight bytes or more takes at most 48.
  const out = new Uint16Array(rows.words.length * rows.channels + rows.filters.length + 1024)
  const head = writeCodes(literals, distances, out)
  const end = writeSymbols(rows, found, literals, distances, out, head)
  return new Uint8Array(out.buffer).slice(0, end)
}

/** An empty final block with fixed codes. */
export const endOfDeflate = Uint8Array.of(3, 0)

/** A bit position in the output: the whole words before it, and the bits of the word that was begun. */
type BitPosition = { readonly to: number; readonly bits: number; readonly count: number }

/**
 * Writes the header of the block, which lists its codes (RFC 1951, 3.2.7). The list is not run-length encoded: it is
 * short beside the block.
 */
const writeCodes = (literals: PrefixCodes, distances: PrefixCodes, out: Uint16Array): BitPosition => {
  const lengths = [...literals, ...distances].map((code) => code & 15)
  const counts = new Int32Array(19)
  for (const length of lengths) counts[length]++
  const codes = huffmanCodes(counts, 7)
  let to = 0
  let bits = 0
  let count = 0
  const put = (value: number, size: number) => {
    bits |= value << count
    count += size
    if (count < 16) return
    out[to++] = bits
    bits >>>= 16
    count -= 16
  }
  put(dynamicCodes, 3)
  put(literals.length - 257, 5)
  put(distances.length - 1, 5)
  put(lengthOrder.length - 4, 4)
  for (const symbol of lengthOrder) put(codes[symbol] & 15, 3)
  for (const length of lengths) put(codes[length] >>> 4, codes[length] & 15)
  return { to, bits, count }
}

/**
 * Writes the body of the block and its end; returns the length of the output in bytes. Writing bits is repeated in the
 * code, and has no branch, because this loop takes half of the time of a PNG: a shared function would keep these
 * variables in memory, and a processor cannot predict whether a word is full.
 */
const writeSymbols = (
  { width, channels, words, filters }: FilteredRows,
  { tokens }: MatchedRows,
  literals: PrefixCodes,
  distances: PrefixCodes,
  out: Uint16Array,
  head: BitPosition,
): number => {
  let { to, bits, count } = head
  let code = 0
  let step = 0
  let pending = tokens[0]
  for (let row = 0, at = 0, end = width; row < filters.length; row++, end += width) {
    code = literals[filters[row]]
    bits |= (code >>> 4) << count
    count += code & 15
    out[to] = bits
    to += count >>> 4
    bits >>>= count & 16
    count &= 15
    while (at < end) {
      const stop = Math.min(end, at + pending)
      pending -= stop - at
      for (; at < stop; at++) {
        const word = words[at]
        code = literals[word & 255]
        bits |= (code >>> 4) << count
        count += code & 15
        out[to] = bits
        to += count >>> 4
        bits >>>= count & 16
        count &= 15
        code = literals[(word >>> 8) & 255]
        bits |= (code >>> 4) << count
        count += code & 15
        out[to] = bits
        to += count >>> 4
        bits >>>= count & 16
        count &= 15
        code = literals[(word >>> 16) & 255]
        bits |= (code >>> 4) << count
        count += code & 15
        out[to] = bits
        to += count >>> 4
        bits >>>= count & 16
        count &= 15
        if (channels === 3) continue
        code = literals[word >>> 24]
        bits |= (code >>> 4) << count
        count += code & 15
        out[to] = bits
        to += count >>> 4
        bits >>>= count & 16
        count &= 15
      }
      if (at === end) break
      const length = tokens[step + 1]
      const distance = tokens[step + 2]
      const symbol = lengthSymbol(length)
      code = literals[symbol]
      bits |= (code >>> 4) << count
      count += code & 15
      out[to] = bits
      to += count >>> 4
      bits >>>= count & 16
      count &= 15
      const lengthExtra = symbol < 265 || symbol === 285 ? 0 : ((symbol - 257) >>> 2) - 1
      bits |= ((length - 3) & ((1 << lengthExtra) - 1)) << count
      count += lengthExtra
      out[to] = bits
      to += count >>> 4
      bits >>>= count & 16
      count &= 15
      const far = distanceSymbol(distance)
      code = distances[far]
      bits |= (code >>> 4) << count
      count += code & 15
      out[to] = bits
      to += count >>> 4
      bits >>>= count & 16
      count &= 15
      const distanceExtra = far < 4 ? 0 : (far >>> 1) - 1
      bits |= ((distance - 1) & ((1 << distanceExtra) - 1)) << count
      count += distanceExtra
      out[to] = bits
      to += count >>> 4
      bits >>>= count & 16
      count &= 15
      at += length / channels
      step += 3
      pending = tokens[step]
    }
  }
  return endBlock(literals[endOfBlock], { to, bits, count }, out)
}

/**
 * Ends the block and adds an empty stored block: three zero bits, zeros up to the byte boundary, then 0000 and FFFF.
 */
const endBlock = (end: number, { to, bits, count }: BitPosition, out: Uint16Array): number => {
  const bytes = new Uint8Array(out.buffer)
  // At most 15 bits are pending; the end of the block has at most 15 more.
  const rest = bits | ((end >>> 4) << count)
  const whole = Math.ceil((count + (end & 15) + 3) / 8)
  let at = to * 2
  for (let i = 0; i < whole; i++) bytes[at++] = i < 4 ? rest >>> (8 * i) : 0
  bytes.set([0, 0, 0xff, 0xff], at)
  return at + 4
}
