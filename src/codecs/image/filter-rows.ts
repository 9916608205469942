import type { Raster } from '#engine/raster.ts'
import type { FilteredRows } from './find-repetitions.ts'

/** PNG, 9.2: each byte less the one above it. */
export const filterUp = 2

/** The pixels of a raster, one word each. */
export const toWords = ({ data }: Raster): Int32Array =>
  data.byteOffset % 4 === 0
    ? new Int32Array(data.buffer, data.byteOffset, data.length / 4)
    : new Int32Array(data.slice().buffer)

/**
 * Filters `count` rows from `first` on. Opaque pictures lose their alpha channel; wholly transparent pixels become
 * zero, which compresses to nothing, while every other pixel stays as it is.
 *
 * The filter is always Up: measured on photos it was within 2 % of the best filter for each row, and four bytes can
 * be subtracted at once.
 */
export const filterRows = (
  words: Int32Array,
  width: number,
  first: number,
  count: number,
  opaque: boolean,
): FilteredRows => {
  const filtered = new Int32Array(count * width)
  const start = first * width
  for (let i = 0, at = start; i < filtered.length; i++, at++) {
    let here = words[at]
    let above = at < width ? 0 : words[at - width]
    if (opaque) {
      here &= 0xffffff
      above &= 0xffffff
    } else {
      if (here >>> 24 === 0) here = 0
      if (above >>> 24 === 0) above = 0
    }
    // Four subtractions modulo 256 that do not borrow from each other.
    filtered[i] = ((here | 0x80808080) - (above & 0x7f7f7f7f)) ^ ((here ^ ~above) & 0x80808080)
  }
  return { width, channels: opaque ? 3 : 4, words: filtered, filters: new Uint8Array(count).fill(filterUp) }
}
