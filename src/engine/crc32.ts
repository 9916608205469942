const buildTables = (): readonly Int32Array[] => {
  const tables = [
    Int32Array.from({ length: 256 }, (_, byte) => {
      let crc = byte
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
      return crc
    }),
  ]
  for (let k = 1; k < 8; k++) tables.push(tables[k - 1].map((crc) => (crc >>> 8) ^ tables[0][crc & 255]))
  return tables
}

const [t0, t1, t2, t3, t4, t5, t6, t7] = buildTables()

/** CRC-32 as in PNG (ISO 3309), eight bytes at a time ("slicing-by-8"). `previous`: checksum of the preceding bytes. */
export const crc32 = (bytes: Uint8Array, previous = 0): number => {
  let crc = ~previous
  let i = 0
  for (const whole = bytes.length - 7; i < whole; i += 8) {
    const low = crc ^ (bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24))
    crc =
      t7[low & 255] ^
      t6[(low >>> 8) & 255] ^
      t5[(low >>> 16) & 255] ^
      t4[low >>> 24] ^
      t3[bytes[i + 4]] ^
      t2[bytes[i + 5]] ^
      t1[bytes[i + 6]] ^
      t0[bytes[i + 7]]
  }
  for (; i < bytes.length; i++) crc = t0[(crc ^ bytes[i]) & 255] ^ (crc >>> 8)
  return ~crc >>> 0
}
