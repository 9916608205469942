const buildTables = (): readonly Uint32Array[] => {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    return crc
  })
  const tables = [first]
  for (let k = 1; k < 8; k++) {
    const previous = tables[k - 1] ?? first
    tables.push(previous.map((crc) => (crc >>> 8) ^ (first[crc & 255] ?? 0)))
  }
  return tables
}

const tables = buildTables()

/**
 * CRC-32 as in PNG (ISO 3309), eight bytes a step (slicing-by-8). `previous` is the checksum of the bytes
 * before, so that a long run can be fed in pieces.
 */
export const crc32 = (bytes: Uint8Array, previous = 0): number => {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  // Every index below is masked to its table or bounded by the length.
  const at = (array: Uint32Array | Uint8Array, index: number): number => array[index] as number
  let crc = ~previous
  let i = 0
  for (const whole = bytes.length - 7; i < whole; i += 8) {
    const low =
      crc ^ (at(bytes, i) | (at(bytes, i + 1) << 8) | (at(bytes, i + 2) << 16) | (at(bytes, i + 3) << 24))
    crc =
      at(t7, low & 255) ^
      at(t6, (low >>> 8) & 255) ^
      at(t5, (low >>> 16) & 255) ^
      at(t4, low >>> 24) ^
      at(t3, at(bytes, i + 4)) ^
      at(t2, at(bytes, i + 5)) ^
      at(t1, at(bytes, i + 6)) ^
      at(t0, at(bytes, i + 7))
  }
  for (; i < bytes.length; i++) crc = at(t0, (crc ^ at(bytes, i)) & 255) ^ (crc >>> 8)
  return ~crc >>> 0
}

const adlerBase = 65521
/** The most bytes that can be summed before 32 bits overflow (RFC 1950, as zlib's NMAX). */
const adlerRun = 5552

/** Adler-32 of the uncompressed bytes of a zlib stream; `previous` is 1 at the start. */
export const adler32 = (bytes: Uint8Array, previous = 1): number => {
  let low = previous & 0xffff
  let high = previous >>> 16
  for (let start = 0; start < bytes.length; start += adlerRun) {
    const end = Math.min(start + adlerRun, bytes.length)
    for (let i = start; i < end; i++) {
      low += bytes[i] as number
      high += low
    }
    low %= adlerBase
    high %= adlerBase
  }
  return ((high << 16) | low) >>> 0
}
