/** Filtered rows of whole pixels: one word a pixel, its first channel in the lowest byte. */
export type FilteredRows = {
  readonly width: number
  /** Bytes of a pixel in the file. */
  readonly channels: 3 | 4
  readonly words: Int32Array
  /** The filter type that precedes each row in the file. */
  readonly filters: Uint8Array
}

/** The rows as literals and matches of DEFLATE. */
export type MatchedRows = {
  /**
   * Three numbers for each match: the count of literal pixels before it, then its length and its distance, in bytes.
   */
  readonly tokens: Int32Array
  /** How often each symbol of the literal and length alphabet occurs, the end of the block not counted. */
  readonly literals: Int32Array
  readonly distances: Int32Array
}

/** The limits of a match (RFC 1951, 3.2.5). */
const maxLength = 258
const maxDistance = 32768

const hashBits = 13

/**
 * A greedy search with one candidate for each hash, as in level 1 of zlib, but over whole pixels, which takes a quarter
 * of the steps. A match has at least two pixels and lies within one earlier row, so that it contains no filter byte.
 */
export const findMatches = ({ width, channels, words, filters }: FilteredRows): MatchedRows => {
  const maxRun = Math.floor(maxLength / channels)
  const heads = new Int32Array(1 << hashBits).fill(-1)
  const steps = new Int32Array(3 * (words.length + 1))
  // One table for each channel: counting the same symbol twice in a row stalls the processor.
  const counts = Array.from({ length: 4 }, () => new Int32Array(286))
  const [count0, count1, count2, count3] = counts
  const distances = new Int32Array(30)
  let step = 0
  let pending = 0
  for (let row = 0; row < filters.length; row++) {
    const end = (row + 1) * width
    count0[filters[row]]++
    for (let at = row * width; at < end; ) {
      const word = words[at]
      let run = 0
      let distance = 0
      if (at + 1 < end) {
        const next = words[at + 1]
        const hash = (Math.imul(word, 0x9e3779b1) ^ Math.imul(next, 0x85ebca6b)) >>> (32 - hashBits)
        const from = heads[hash]
        heads[hash] = at
        if (from >= 0 && words[from] === word && words[from + 1] === next) {
          const fromRow = Math.floor(from / width)
          const most = Math.min(maxRun, end - at, (fromRow + 1) * width - from)
          distance = (at - from) * channels + row - fromRow
          if (distance <= maxDistance && most > 1) {
            run = 2
            while (run < most && words[from + run] === words[at + run]) run++
          }
        }
      }
      if (run > 0) {
        const length = run * channels
        steps[step++] = pending
        steps[step++] = length
        steps[step++] = distance
        count0[lengthSymbol(length)]++
        distances[distanceSymbol(distance)]++
        pending = 0
        at += run
      } else {
        count0[word & 255]++
        count1[(word >>> 8) & 255]++
        count2[(word >>> 16) & 255]++
        if (channels === 4) count3[word >>> 24]++
        pending++
        at++
      }
    }
  }
  steps[step] = pending
  return {
    tokens: steps.subarray(0, step + 3),
    literals: count0.map((count, symbol) => count + count1[symbol] + count2[symbol] + count3[symbol]),
    distances,
  }
}

/** The symbol for the length of a match, 257 to 285 (RFC 1951, 3.2.5). */
export const lengthSymbol = (length: number): number => {
  const over = length - 3
  if (over < 8) return 257 + over
  if (length === maxLength) return 285
  const top = 31 - Math.clz32(over)
  return 257 + 4 * (top - 1) + ((over >>> (top - 2)) & 3)
}

/** The symbol for the distance of a match, 0 to 29 (RFC 1951, 3.2.5). */
export const distanceSymbol = (distance: number): number => {
  const over = distance - 1
  if (over < 2) return over
  const top = 31 - Math.clz32(over)
  return 2 * top + ((over >>> (top - 1)) & 1)
}
