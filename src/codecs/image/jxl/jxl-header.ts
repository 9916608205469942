import type { Size } from '#base/geometry.ts'
import { boxesIn, wholeSpan } from '#formats/iso-boxes.ts'

/** Ratios of width to height with their own number (ISO/IEC 18181-1, table of SizeHeader). */
const ratios = [1, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2] as const

/** Bits of a side, by the two bits before it. */
const sideBits = [9, 13, 18, 30] as const

type JxlHeader = Size & {
  /** Whether colours are premultiplied with alpha. */
  readonly isPremultiplied: boolean
  /** Whether it is an animation. */
  readonly isMoving: boolean
  /** Whether it is lossy, with colours beyond sRGB. */
  readonly isLossyWide: boolean
}

/** Reads numbers of up to 32 bits, lowest bit first; after the end all bits are 0. */
const bitReader = (stream: Uint8Array) => {
  let at = 16
  const read = (bits: number): number => {
    let value = 0
    for (let bit = 0; bit < bits; bit++, at++) value += (((stream[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit
    return value
  }
  /** Reads a number: two bits choose a base value, and how many bits are added to it. */
  const choose = (...forms: readonly (readonly [value: number, bits: number])[]): number => {
    const [value, bits] = forms[read(2)] ?? [0, 0]
    return value + read(bits)
  }
  return { read, flag: () => read(1) === 1, choose }
}

type BitReader = ReturnType<typeof bitReader>

/** Reads the head of a JPEG XL file; the size is before orientation. Throws if there is none. */
export function jxlHeader(bytes: Uint8Array): JxlHeader {
  const stream = codestreamOf(bytes)
  if (stream[0] !== 0xff || stream[1] !== 0x0a) throw new Error('No JPEG XL codestream.')
  const reader = bitReader(stream)
  return { ...readSize(reader), ...readColors(reader) }
}

const readSize = ({ read, flag }: BitReader): Size => {
  const isInEights = flag()
  const side = () => (isInEights ? 8 * (1 + read(5)) : 1 + read(sideBits[read(2)] ?? 0))
  const height = side()
  const ratio = read(3)
  const width = ratio === 0 ? side() : Math.floor(height * (ratios[ratio] ?? 1))
  return { width, height }
}

type JxlColors = Omit<JxlHeader, keyof Size>

const usualColors: JxlColors = { isPremultiplied: false, isMoving: false, isLossyWide: false }

/**
 * Reads `alpha_associated` of the first alpha channel, and the colours of a lossy picture (ImageMetadata,
 * ExtraChannelInfo, ColourEncoding).
 */
const readColors = (reader: BitReader): JxlColors => {
  const { read, flag, choose } = reader
  const depth = () => {
    if (flag()) choose([32, 0], [16, 0], [24, 0], [1, 6]) && read(4)
    else choose([8, 0], [10, 0], [12, 0], [1, 6])
  }
  let isMoving = false
  if (flag()) return usualColors
  if (flag()) {
    // The orientation, a size of its own, a preview, moving pictures.
    read(3)
    if (flag()) readSize(reader)
    // A picture with a preview is not read further. Then whether it is an animation.
    if (flag()) return usualColors
    isMoving = flag()
    if (isMoving) skipAnimation(reader)
  }
  depth()
  flag()
  const channels = choose([0, 0], [1, 0], [2, 4], [1, 12])
  let isPremultiplied: boolean | undefined
  for (let channel = 0; channel < channels; channel++) {
    // Alpha of 8 bits, not associated.
    if (flag()) {
      isPremultiplied ??= false
      continue
    }
    const type = readEnum(reader)
    depth()
    choose([0, 0], [3, 0], [4, 0], [1, 3])
    const nameBytes = choose([0, 0], [0, 4], [16, 5], [48, 10])
    for (let letter = 0; letter < nameBytes; letter++) read(8)
    if (type === 0) {
      const isAssociated = flag()
      isPremultiplied ??= isAssociated
    }
    // A spot colour has four numbers, a channel of a colour filter one.
    if (type === 2) read(64)
    if (type === 5) choose([1, 0], [0, 2], [3, 4], [19, 8])
  }
  const isLossyWide = flag() && !isSrgb(reader)
  return { isPremultiplied: isPremultiplied ?? false, isMoving, isLossyWide }
}

/** AnimationHeader: ticks per second as a fraction, the number of plays, and whether there are timecodes. */
const skipAnimation = ({ choose, flag }: BitReader): void => {
  choose([100, 0], [1000, 0], [1, 10], [1, 30])
  choose([1, 0], [1001, 0], [1, 8], [1, 10])
  choose([0, 0], [0, 3], [0, 16], [0, 32])
  flag()
}

const readEnum = ({ choose }: BitReader): number => choose([0, 0], [1, 0], [2, 4], [18, 6])

/** Whether colours have the primaries of sRGB, or are grey. */
const isSrgb = (reader: BitReader): boolean => {
  const { flag } = reader
  if (flag()) return true
  const [hasProfile, space] = [flag(), readEnum(reader)]
  if (hasProfile) return false
  // The white is D65; then the primaries.
  return space === 1 || (readEnum(reader) === 1 && readEnum(reader) === 1)
}

/** The codestream, or its first part, of a file of boxes (ISO/IEC 18181-2). */
function codestreamOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] === 0xff) return bytes
  for (const { name, from } of boxesIn(view, wholeSpan(view))) {
    if (name === 'jxlc') return bytes.subarray(from)
    // The first four bytes number the part.
    if (name === 'jxlp') return bytes.subarray(from + 4)
  }
  throw new Error('No JPEG XL codestream.')
}
