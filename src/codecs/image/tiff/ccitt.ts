/** How a CCITT picture is compressed. */
export type CcittKind = {
  /** 2: rows of runs that begin on whole bytes. 3: group 3 (ITU-T T.4). 4: group 4 (ITU-T T.6). */
  readonly group: 2 | 3 | 4
  /** Group 3 with two-dimensional rows (T4Options, bit 0). */
  readonly isTwoDimensional: boolean
}

/** The codes of runs of 0 to 63 pixels, then of 64, 128, up to 1728 (ITU-T T.4, tables 2 and 3). */
const whiteCodes =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011'
const blackCodes =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101'
/** The codes of 1792, 1856, up to 2560, for both colours. */
const longCodes =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111'
/** The modes of a two-dimensional row (ITU-T T.6, table 1): pass, horizontal, vertical by 0, 1, -1, 2, -2, 3, -3. */
const modeCodes = '0001 001 1 011 010 000011 000010 0000011 0000010'
const [pass, horizontal, verticals] = [0, 1, [0, 1, -1, 2, -2, 3, -3]]

const maxBits = 13

/** For each value of the next 13 bits: the index of the code at their start, and its length; -1 for none. */
const tableOf = (codes: readonly string[]): Int16Array => {
  const table = new Int16Array(2 << maxBits).fill(-1)
  for (const [number, code] of codes.entries()) {
    const rest = maxBits - code.length
    const first = Number.parseInt(code, 2) << rest
    for (let at = first; at < first + (1 << rest); at++) {
      table[2 * at] = number
      table[2 * at + 1] = code.length
    }
  }
  return table
}

const runCodes = (codes: string) => tableOf([...codes.split(' '), ...longCodes.split(' ')])
let tables: { readonly runs: readonly [Int16Array, Int16Array]; readonly modes: Int16Array } | undefined

/** Codes below this index end a run; others continue it. */
const terminating = 64
const runOf = (number: number) => (number < terminating ? number : (number - terminating + 1) * 64)

/** The end of a row in group 3: eleven zeros and a one. */
const endOfLineBits = 12

/**
 * Unpacks a bilevel picture of `rows` rows of `width` pixels: one bit per pixel, 1 for black, the first pixel in the
 * highest bit, each row from a whole byte on. Missing or damaged parts stay white.
 */
export const unpackCcitt = (
  packed: Uint8Array,
  width: number,
  rows: number,
  { group, isTwoDimensional }: CcittKind,
): Uint8Array<ArrayBuffer> => {
  tables ??= { runs: [runCodes(whiteCodes), runCodes(blackCodes)], modes: tableOf(modeCodes.split(' ')) }
  const { runs, modes } = tables
  const rowBytes = Math.ceil(width / 8)
  const out = new Uint8Array(rowBytes * rows)
  const end = packed.length * 8
  let at = 0
  const peek = (bits: number): number => {
    const from = at >> 3
    const four =
      (((packed[from] ?? 0) << 24) |
        ((packed[from + 1] ?? 0) << 16) |
        ((packed[from + 2] ?? 0) << 8) |
        (packed[from + 3] ?? 0)) >>>
      0
    return (four << (at & 7)) >>> (32 - bits)
  }
  /** The index of the next code; -1 if there is none. */
  const next = (table: Int16Array): number => {
    const bits = peek(maxBits)
    const number = at < end ? (table[2 * bits] ?? -1) : -1
    if (number >= 0) at += table[2 * bits + 1] ?? 0
    return number
  }
  const nextRun = (color: number): number => {
    for (let length = 0; ; ) {
      const number = next(runs[color & 1] as Int16Array)
      if (number < 0) return -1
      length += runOf(number)
      if (number < terminating) return length
    }
  }
  /** Skips an end-of-line code with its fill zeros, if it is next. */
  const skipEndOfLine = (): boolean => {
    const before = at
    while (at < end && peek(1) === 0) at++
    if (at - before >= endOfLineBits - 1 && at < end) {
      at++
      return true
    }
    at = before
    return false
  }

  /** The colour changes in the row above: to black, to white, and so on. */
  let above: readonly number[] = []
  for (let row = 0; row < rows && at < end; row++) {
    const changes: number[] = []
    /** The end of the last run, at first before the row, and the colour of the next run: 0 is white. */
    let [x, color, index] = [-1, 0, 0]
    let isWhole = true
    const addRun = (length: number) => {
      isWhole &&= length >= 0
      if (!isWhole) return
      x = Math.min(width, Math.max(0, x) + length)
      changes.push(x)
    }
    if (group === 2) at = (at + 7) & ~7
    if (group === 3) skipEndOfLine()
    const isFree = group !== 4 && (!isTwoDimensional || peek(1) === 1)
    if (group === 3 && isTwoDimensional) at++
    while (x < width && isWhole) {
      if (isFree) {
        addRun(nextRun(color))
        color ^= 1
        continue
      }
      const mode = next(modes)
      // The first change above, to the right of the last run, to the other colour.
      index = color
      while ((above[index] ?? width) <= x && index < above.length) index += 2
      const change = above[index] ?? width
      if (mode === pass) x = above[index + 1] ?? width
      else if (mode === horizontal) {
        addRun(nextRun(color))
        if (isWhole) addRun(nextRun(color ^ 1))
      } else if (mode > horizontal) {
        x = Math.min(width, Math.max(x, 0, change + (verticals[mode - 2] ?? 0)))
        changes.push(x)
        color ^= 1
      } else isWhole = false
    }
    paintRow(out, row * rowBytes, changes, width)
    if (!isWhole && group !== 3) break
    // Group 3 continues at the next row.
    while (!isWhole && at < end && !skipEndOfLine()) at++
    above = changes
  }
  return out
}

/** Sets the bits between each change to black and the next one. */
const paintRow = (out: Uint8Array, start: number, changes: readonly number[], width: number): void => {
  for (let index = 0; index < changes.length; index += 2)
    for (let x = changes[index] ?? width; x < (changes[index + 1] ?? width); x++)
      out[start + (x >> 3)] = (out[start + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
}
