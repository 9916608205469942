/** The longest code that DEFLATE allows, in bits (RFC 1951, 3.2.7). */
const maxBits = 15

/**
 * Prefix codes by symbol: the upper bits hold the code as it is written, least significant bit first; the low four bits
 * hold its length.
 */
export type PrefixCodes = Int32Array

/**
 * Prefix codes for symbols that occur `counts[symbol]` times, none longer than `longest` bits (Huffman, 1952). Symbols
 * that never occur get no code; at least two symbols get one, because some decoders refuse fewer.
 */
export const huffmanCodes = (counts: Int32Array, longest = maxBits): PrefixCodes => {
  const weights = counts.slice()
  for (let symbol = 0, used = weights.filter(Boolean).length; used < 2; symbol++) {
    if (weights[symbol] === 0) used += weights[symbol] = 1
  }
  let lengths = codeLengths(weights)
  // More even weights give shorter codes. This is rare, and costs a fraction of a percent.
  for (let scale = 2; lengths.some((length) => length > longest); scale *= 2) {
    lengths = codeLengths(weights.map((weight) => (weight === 0 ? 0 : Math.ceil(weight / scale))))
  }
  return canonicalCodes(lengths)
}

/**
 * Huffman's algorithm with two queues: the leaves by weight, and the inner nodes, which come in order of weight by
 * themselves.
 */
const codeLengths = (counts: Int32Array): Uint8Array => {
  const symbols = [...counts.keys()].filter((symbol) => counts[symbol] > 0)
  symbols.sort((a, b) => counts[a] - counts[b])
  const weights = symbols.map((symbol) => counts[symbol])
  const parents: number[] = []
  const root = symbols.length * 2 - 2
  let leaf = 0
  let inner = symbols.length
  const takeLightest = (): number =>
    leaf < symbols.length && (inner === weights.length || weights[leaf] <= weights[inner]) ? leaf++ : inner++
  while (weights.length <= root) {
    const one = takeLightest()
    const other = takeLightest()
    parents[one] = parents[other] = weights.length
    weights.push(weights[one] + weights[other])
  }
  const depths = new Uint8Array(root + 1)
  for (let node = root - 1; node >= 0; node--) depths[node] = depths[parents[node]] + 1
  const lengths = new Uint8Array(counts.length)
  for (const [place, symbol] of symbols.entries()) lengths[symbol] = depths[place]
  return lengths
}

/** Codes of one length count upwards in the order of their symbols (RFC 1951, 3.2.2). */
const canonicalCodes = (lengths: Uint8Array): PrefixCodes => {
  const codes = new Int32Array(lengths.length)
  let next = 0
  for (let bits = 1; bits <= maxBits; bits++, next <<= 1) {
    for (const [symbol, length] of lengths.entries()) {
      if (length === bits) codes[symbol] = (reverse(next++, bits) << 4) | bits
    }
  }
  return codes
}

const reverse = (code: number, bits: number): number => {
  let reversed = 0
  for (let i = 0; i < bits; i++) reversed |= ((code >>> i) & 1) << (bits - 1 - i)
  return reversed
}
