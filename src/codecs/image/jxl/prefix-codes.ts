import { huffmanCodes, type PrefixCodes } from '#codecs/image/png/huffman.ts'
import type { Bits } from './bit-writer.ts'

/**
 * Numbers below it are symbols themselves; of larger ones the first three bits are in the symbol (HybridUintConfig 4,
 * 2, 0; C.2.3).
 */
const splitExponent = 4

/** Numbers are said with 4, 3 and 2 bits, by the sizes that they can have. */
export const putNumberForm = (bits: Bits): void => bits.putAll(4, splitExponent, 3, 2, 2, 0)

/** The symbol of a number; the rest of it has `restBits` bits. */
export const symbolOf = (value: number): number => {
  if (value < 16) return value
  const exponent = 31 - Math.clz32(value)
  return 16 + ((exponent - splitExponent) << 2) + ((value >> (exponent - 2)) & 3)
}

/** How many bits of a number stand behind its symbol: the lowest ones. */
export const restBits = (value: number): number => (value < 16 ? 0 : 29 - Math.clz32(value))

/** How the lengths of the codes of lengths are written: the code and its length, by the length (RFC 7932, 3.5). */
const lengthCodes = [
  [0b00, 2],
  [0b0111, 4],
  [0b011, 3],
  [0b10, 2],
  [0b01, 2],
  [0b1111, 4],
] as const
const lengthOrder = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15]

/** Codes for symbols that occur so often, up to the last one that has a code. */
export const codesOf = (counts: Int32Array): PrefixCodes => {
  const codes = huffmanCodes(counts)
  return codes.subarray(0, codes.findLastIndex((code) => code !== 0) + 1)
}

/** The sizes of the alphabets, then their codes as Brotli writes them (C.2.1, RFC 7932, 3.4 and 3.5). */
export const putCodes = (bits: Bits, alphabets: readonly PrefixCodes[]): void => {
  for (const { length } of alphabets) {
    const exponent = 31 - Math.clz32(length - 1)
    bits.putAll(1, 1, 4, exponent, exponent, length - 1 - (1 << exponent))
  }
  for (const codes of alphabets) {
    // The last of two symbols alone takes no bits.
    if (codes === lastOfTwo) bits.putAll(2, 1, 2, 0, 1, 1)
    else putAlphabet(bits, codes)
  }
}

/** The codes of an alphabet of which only the symbol 1 occurs. */
export const lastOfTwo: PrefixCodes = new Int32Array(2)

const putAlphabet = (bits: Bits, codes: PrefixCodes): void => {
  const counts = new Int32Array(18)
  for (const code of codes) counts[code & 15]++
  const ofLengths = huffmanCodes(counts, 5)
  bits.put(0, 2)
  let space = 32
  for (const length of lengthOrder) {
    if (space === 0) break
    const size = ofLengths[length] & 15
    bits.put(lengthCodes[size][0], lengthCodes[size][1])
    if (size > 0) space -= 32 >> size
  }
  for (const code of codes) bits.put(ofLengths[code & 15] >>> 4, ofLengths[code & 15] & 15)
}
