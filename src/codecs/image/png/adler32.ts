import type { FilteredRows } from './find-matches.ts'

/** The Adler-32 of no bytes. */
export const adlerStart = 1

const adlerBase = 65521
/** How many pixels can be summed before 31 bits overflow: 3,072 bytes. */
const adlerRun = 768

/**
 * Adler-32 (RFC 1950) of filtered rows, each after its filter byte as in the file; `previous` is that of the rows
 * before.
 */
export const adler32 = ({ width, channels, words, filters }: FilteredRows, previous: number): number => {
  let low = previous & 0xffff
  let high = previous >>> 16
  for (let row = 0, at = 0; row < filters.length; row++) {
    low += filters[row]
    high += low
    for (const end = at + width; at < end; ) {
      const stop = Math.min(end, at + adlerRun)
      for (; at < stop; at++) {
        const word = words[at]
        const b0 = word & 255
        const b1 = (word >>> 8) & 255
        const b2 = (word >>> 16) & 255
        const b3 = word >>> 24
        high +=
          channels * low + channels * b0 + (channels - 1) * b1 + (channels - 2) * b2 + (channels - 3) * b3
        low += b0 + b1 + b2 + b3
      }
      low %= adlerBase
      high %= adlerBase
    }
  }
  return ((high << 16) | low) >>> 0
}
