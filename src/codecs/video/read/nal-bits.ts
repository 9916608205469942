/** Reads the bits of a NAL unit (ITU-T H.264, 7.2 and 9.1). Past the end all bits are 0. */
export interface NalBits {
  /** The number of bits read. */
  readonly position: number
  skip(count: number): void
  /** The next bit. */
  flag(): boolean
  /** An unsigned number of at most 31 bits. */
  number(count: number): number
  /** An unsigned number in Exp-Golomb code. */
  golomb(): number
  /** A signed number in Exp-Golomb code. */
  signedGolomb(): number
}

export const openNalBits = (bits: string): NalBits => {
  let position = 0
  const number = (count: number): number => {
    const value = Number.parseInt(bits.slice(position, position + count).padEnd(count, '0') || '0', 2)
    position += count
    return value
  }
  const golomb = (): number => {
    const one = bits.indexOf('1', position)
    const zeros = one === -1 ? 0 : one - position
    position += zeros
    return number(zeros + 1) - 1
  }
  return {
    get position() {
      return position
    },
    skip(count) {
      position += count
    },
    flag: () => number(1) === 1,
    number,
    golomb,
    signedGolomb() {
      const code = golomb()
      return code % 2 ? (code + 1) / 2 : -code / 2
    },
  }
}

/** The bits of a NAL unit as `0` and `1`, without emulation prevention bytes (7.4.1.1) and trailing bits. */
export const bitsOfNal = (unit: Uint8Array): string => {
  let zeros = 0
  let bits = ''
  for (const byte of unit) {
    const prevents = zeros >= 2 && byte === 3
    zeros = byte === 0 ? zeros + 1 : 0
    if (!prevents) bits += byte.toString(2).padStart(8, '0')
  }
  return bits.slice(0, Math.max(0, bits.lastIndexOf('1')))
}

/** The inverse of `bitsOfNal`. */
export const nalOfBits = (bits: string): Uint8Array<ArrayBuffer> => {
  const whole = `${bits}1`
  const bytes: number[] = []
  let zeros = 0
  for (let at = 0; at < whole.length; at += 8) {
    const byte = Number.parseInt(whole.slice(at, at + 8).padEnd(8, '0'), 2)
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}
