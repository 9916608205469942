/** Writes numbers of so many bits, the lowest first (ISO/IEC 18181-1, annex B). */
export const openBits = () => {
  let bytes = new Uint8Array(1 << 12)
  let [to, pending, count] = [0, 0, 0]
  /** `size` is at most 24. */
  const put = (value: number, size: number) => {
    pending |= value << count
    count += size
    for (; count >= 8; count -= 8) {
      if (to === bytes.length) {
        const longer = new Uint8Array(2 * to)
        longer.set(bytes)
        bytes = longer
      }
      bytes[to++] = pending
      pending >>>= 8
    }
  }
  return {
    put,
    /** Each value behind its number of bits. */
    putAll: (...values: readonly number[]) => {
      for (let at = 0; at < values.length; at += 2) put(values[at + 1], values[at])
    },
    /** All bytes; the last one is filled up with zeros. */
    end: (): Uint8Array<ArrayBuffer> => {
      if (count > 0) put(0, 8 - count)
      return bytes.slice(0, to)
    },
  }
}

/** A stream of bits that is written. */
export type Bits = ReturnType<typeof openBits>
