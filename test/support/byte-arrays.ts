import { concatBytes as concat } from '#base/concat-bytes.ts'

/** The bytes of all parts, in their order. */
export const concatBytes = (...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> => concat(parts)

/** One byte for each letter. */
export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

/** Big-endian. */
export const uint32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]
