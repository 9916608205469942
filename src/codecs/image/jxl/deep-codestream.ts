import { concatBytes } from '#base/concat-bytes.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { PrefixCodes } from '#codecs/image/png/huffman.ts'
import type { ColorSpace, DeepPicture } from '#engine/raster.ts'
import { type Bits, openBits } from './bit-writer.ts'
import { metadataBits } from './jxl-color-space.ts'
import { codesOf, lastOfTwo, putCodes, putNumberForm, restBits, symbolOf } from './prefix-codes.ts'

/** Pictures are cut into squares with this side, which readers decode by themselves (group_size_shift 2). */
const groupSide = 512

/** Symbols from here on repeat the number before: zeros, in what the predictor leaves. */
const [firstRun, shortestRun] = [224, 3]
const alphabetSize = firstRun + 80

/**
 * A lossless JPEG XL codestream of 16 bits a sample (ISO/IEC 18181-1, modular): RGB as Y, Co and Cg, each channel by
 * the gradient of its neighbours, with prefix codes of its own. Grey is written as RGB, whose Co and Cg are then 0 and
 * take no room. What alpha hides is black.
 */
export const deepCodestream = async (
  picture: DeepPicture,
  colorSpace: ColorSpace,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { width, height } = picture
  const channels = picture.channels === 4 ? 4 : 3
  const counts = Array.from({ length: channels }, () => new Int32Array(alphabetSize))
  const groups = groupsOf(width, height)
  for (const group of groups) {
    await yieldToEvents(signal)
    for (const [channel, plane] of planesOf(picture, channels, group).entries())
      scan(plane, group.width, (symbol) => void counts[channel][symbol]++)
  }
  const codes = counts.map(codesOf)
  const sections: Bits[] = [openBits()]
  putGlobal(sections[0], codes)
  const isSingle = groups.length === 1
  const side = groupSide * 8
  // Of what lossy pictures have there is nothing.
  if (!isSingle)
    for (let left = Math.ceil(width / side) * Math.ceil(height / side) + 1; left > 0; left--)
      sections.push(openBits())
  for (const group of groups) {
    await yieldToEvents(signal)
    const bits = isSingle ? sections[0] : openBits()
    if (!isSingle) {
      // The tree of all groups, the usual weights, no transforms.
      bits.putAll(1, 1, 1, 1, 2, 0)
      sections.push(bits)
    }
    for (const [channel, plane] of planesOf(picture, channels, group).entries())
      scan(plane, group.width, (symbol, rest, size) => {
        const code = codes[channel][symbol]
        bits.put(code >>> 4, code & 15)
        bits.put(rest, size)
      })
  }
  return concatBytes([
    head(picture, channels, colorSpace),
    ...tableAnd(
      sections.map((bits) => bits.end()),
      channels,
    ),
  ])
}

type Group = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const groupsOf = (width: number, height: number): readonly Group[] => {
  const groups: Group[] = []
  for (let y = 0; y < height; y += groupSide)
    for (let x = 0; x < width; x += groupSide)
      groups.push({ x, y, width: Math.min(groupSide, width - x), height: Math.min(groupSide, height - y) })
  return groups
}

/** Y, Co, Cg (reversible colour transform 6) and alpha of a group. */
const planesOf = (
  { data, width, channels }: DeepPicture,
  count: number,
  group: Group,
): readonly Int32Array[] => {
  const planes = Array.from({ length: count }, () => new Int32Array(group.width * group.height))
  const [luma, orange, green, alphas] = planes
  const [toGreen, toBlue] = channels === 1 ? [0, 0] : [1, 2]
  for (let y = 0, to = 0; y < group.height; y++) {
    let at = ((group.y + y) * width + group.x) * channels
    for (let x = 0; x < group.width; x++, to++, at += channels) {
      const alpha = channels === 4 ? data[at + 3] : 65_535
      if (alphas) alphas[to] = alpha
      if (alpha === 0) continue
      const blue = data[at + toBlue]
      orange[to] = data[at] - blue
      const middle = blue + (orange[to] >> 1)
      green[to] = data[at + toGreen] - middle
      luma[to] = middle + (green[to] >> 1)
    }
  }
  return planes
}

/** Calls `emit` with what the gradient predictor leaves of a plane: symbols, and the bits behind each. */
const scan = (
  plane: Int32Array,
  width: number,
  emit: (symbol: number, rest: number, size: number) => void,
): void => {
  let zeros = 0
  const emitNumber = (value: number, first: number) => {
    const size = restBits(value)
    emit(first + symbolOf(value), value & ((1 << size) - 1), size)
  }
  const endRun = () => {
    if (zeros > shortestRun) {
      emitNumber(0, 0)
      emitNumber(zeros - 1 - shortestRun, firstRun)
    } else for (; zeros > 0; zeros--) emitNumber(0, 0)
    zeros = 0
  }
  for (let at = 0, x = 0; at < plane.length; at++, x = x + 1 === width ? 0 : x + 1) {
    const isFirstRow = at < width
    const left = x > 0 ? plane[at - 1] : isFirstRow ? 0 : plane[at - width]
    const top = isFirstRow ? left : plane[at - width]
    const corner = x > 0 && !isFirstRow ? plane[at - width - 1] : left
    const [low, high] = [Math.min(left, top), Math.max(left, top)]
    const off = plane[at] - Math.max(low, Math.min(left + top - corner, high))
    if (off === 0) zeros++
    else {
      if (zeros > 0) endRun()
      emitNumber(off < 0 ? -2 * off - 1 : 2 * off, 0)
    }
  }
  endRun()
}

/**
 * What all groups share: a tree that tells channels apart, their codes, and the transform (LfGlobal, GlobalModular).
 */
const putGlobal = (bits: Bits, codes: readonly PrefixCodes[]): void => {
  // Usual factors; there is a tree.
  bits.putAll(1, 1, 1, 1)
  putTree(bits, codes.length)
  // Runs: from symbol 224, of three and more.
  bits.putAll(1, 1, 2, 0, 2, 0)
  putNumberForm(bits)
  // Each channel has codes of its own, in the order of the leaves; then the distance, which is always to the number
  // before.
  bits.putAll(1, 1, 2, 3)
  for (let context = 0; context <= codes.length; context++) bits.put(context, 3)
  bits.put(1, 1)
  for (let context = 0; context <= codes.length; context++) putNumberForm(bits)
  putCodes(bits, [...codes.toReversed(), lastOfTwo])
  // The tree of all groups, the usual weights, one transform: colours from channel 0, of type 6.
  bits.putAll(1, 1, 1, 1, 2, 1, 2, 0, 2, 0, 3, 0, 2, 0)
}

/**
 * A decision for each channel but one (property 0 + 1, the channel, above so many), then the leaves: predictor 5, no
 * offset, factor 1.
 */
const putTree = (bits: Bits, channels: number): void => {
  const leaf = [0, 5, 0, 0, 0]
  // Channels from the last to the first: the branch of a larger number comes first.
  const values = [
    ...(channels === 4 ? [1, 2, 1, 4, 1, 0] : [1, 2, ...leaf, 1, 0]),
    ...Array.from({ length: channels === 4 ? 4 : 2 }, () => leaf).flat(),
  ]
  const counts = new Int32Array(16)
  for (const value of values) counts[value]++
  const codes = codesOf(counts)
  // No runs; all contexts are one; prefix codes.
  bits.putAll(1, 0, 1, 1, 2, 0, 1, 1)
  putNumberForm(bits)
  putCodes(bits, [codes])
  for (const value of values) bits.put(codes[value] >>> 4, codes[value] & 15)
}

/** Signature, size and what is said of the picture. */
const head = (
  { width, height }: DeepPicture,
  channels: number,
  colorSpace: ColorSpace,
): Uint8Array<ArrayBuffer> => {
  const bits = openBits()
  // The sides as numbers of 18 bits; between them, that the width is none of the usual ratios.
  bits.putAll(16, 0x0aff, 1, 0, 2, 2, 18, height - 1, 3, 0, 2, 2, 18, width - 1)
  for (const bit of metadataBits({ isLossy: false, colorSpace }, { bits: 16, hasAlpha: channels === 4 }))
    bits.put(bit, 1)
  return bits.end()
}

/** The head of the one frame and the sizes of its sections, then these. */
const tableAnd = (sections: readonly Uint8Array<ArrayBuffer>[], channels: number) => {
  const bits = openBits()
  const ofAlpha = channels === 4 ? [2, 0] : []
  // Not the defaults; a picture, modular; no flags, no YCbCr, nothing enlarged.
  bits.putAll(1, 0, 2, 0, 1, 1, 2, 0, 1, 0, 2, 0, ...ofAlpha)
  // Groups of 512 pixels; one pass; as large as the picture, in the place of what was there; the last one, without a
  // name.
  bits.putAll(2, 2, 2, 0, 1, 0, 2, 0, ...ofAlpha, 1, 1, 2, 0)
  // No filters and no extensions.
  bits.putAll(1, 0, 1, 0, 2, 0, 2, 0, 2, 0)
  // The sections are in their own order; a byte begins.
  bits.put(0, 1)
  const start = bits.end()
  const sizes = openBits()
  for (const { length } of sections) {
    const form = sizeForms.findIndex(({ from, size }) => length < from + 2 ** size)
    const { from, size } = sizeForms[form]
    sizes.put(form, 2)
    sizes.put((length - from) & 0xffff, Math.min(16, size))
    if (size > 16) sizes.put((length - from) >> 16, size - 16)
  }
  return [start, sizes.end(), ...sections]
}

const sizeForms = [
  { from: 0, size: 10 },
  { from: 1024, size: 14 },
  { from: 17_408, size: 22 },
  { from: 4_211_712, size: 30 },
] as const
