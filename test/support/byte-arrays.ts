/** The bytes of all parts, in their order. */
export const concatBytes = (...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** One byte for each letter. */
export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

/** Big-endian. */
export const uint32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]
