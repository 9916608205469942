/** Unpacks PackBits (TIFF 6.0, section 9), at most `most` bytes. */
export function unpackBits(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(most)
  let to = 0
  for (let from = 0; from < packed.length && to < most; ) {
    const head = packed[from++] ?? 128
    if (head < 128) {
      const part = packed.subarray(from, from + Math.min(head + 1, most - to))
      out.set(part, to)
      from += head + 1
      to += part.length
    } else if (head > 128) {
      out.fill(packed[from++] ?? 0, to, to + 257 - head)
      to += 257 - head
    }
  }
  return out.subarray(0, to)
}
