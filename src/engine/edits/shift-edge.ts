import type { Size } from '#base/geometry.ts'

/** Share of steps that also move along diagonals, so that all directions move equally. */
const squareShare = Math.SQRT2 - 1

/**
 * Moves the edges of a plane of alpha outwards by `shift` pixels, or inwards if negative, in place: grey dilation by an
 * octagon, crosses and squares in alternate steps of one pixel; a fraction mixes in the next step (Serra, _Image
 * Analysis and Mathematical Morphology_, 1982). Inwards dilates the transparency.
 */
export function shiftEdge(plane: Uint8ClampedArray, size: Size, shift: number): void {
  if (shift === 0) return
  const isInwards = shift < 0
  let now = packWords(plane, size, isInwards)
  let next = emptyWords(size)
  const scratch = emptyWords(size)
  const steps = Math.ceil(Math.abs(shift))
  for (let step = 0; step < steps; step++) {
    const isSquare = Math.floor((step + 1) * squareShare) > Math.floor(step * squareShare)
    if (isSquare) {
      dilateAcross(now, scratch)
      dilateDown(scratch, next)
    } else dilateCross(now, next)
    ;[now, next] = [next, now]
  }
  const share = Math.abs(shift) - steps + 1
  if (share < 1) mixBytes(now.bytes, next.bytes, share)
  unpackWords(now, plane, size, isInwards)
}

/** A plane of bytes, four per word. Words of 0 surround it and separate its rows, so that loops need no conditions. */
type WordPlane = {
  readonly words: Int32Array
  readonly bytes: Uint8ClampedArray
  /** Words per row, including the separator. */
  readonly stride: number
  readonly rows: number
}

function emptyWords({ width, height }: Size): WordPlane {
  const stride = Math.ceil(width / 4) + 1
  const words = new Int32Array(stride * (height + 2) + 1)
  return { words, bytes: new Uint8ClampedArray(words.buffer), stride, rows: height }
}

/** Padding bytes of a row's last word are 0 and never grow beyond their neighbours. */
function packWords(plane: Uint8ClampedArray, size: Size, isInverted: boolean): WordPlane {
  const packed = emptyWords(size)
  const { words, bytes, stride } = packed
  const ends = (stride - 1) * 4
  for (let y = 0, from = 0; y < size.height; y++, from += size.width) {
    const first = ((y + 1) * stride + 1) * 4
    bytes.set(plane.subarray(from, from + size.width), first)
    if (!isInverted) continue
    bytes.fill(255, first + size.width, first + ends)
    for (let at = first >> 2; at < (first + ends) >> 2; at++) words[at] = ~words[at]
  }
  return packed
}

function unpackWords(
  { words, bytes, stride }: WordPlane,
  plane: Uint8ClampedArray,
  { width, height }: Size,
  isInverted: boolean,
): void {
  if (isInverted) for (let at = 0; at < words.length; at++) words[at] = ~words[at]
  for (let y = 0; y < height; y++) {
    const first = ((y + 1) * stride + 1) * 4
    plane.set(bytes.subarray(first, first + width), y * width)
  }
}

/** Interpolates each byte between its former (share 0) and present value (share 1). */
function mixBytes(after: Uint8ClampedArray, before: Uint8ClampedArray, share: number): void {
  for (let i = 0; i < after.length; i++) {
    const was = before[i]
    if (after[i] !== was) after[i] = was + (after[i] - was) * share
  }
}

/** The maximum of each byte and its four neighbours. */
function dilateCross({ words: from, stride, rows }: WordPlane, { words: to }: WordPlane): void {
  for (let y = 1; y <= rows; y++) {
    const end = (y + 1) * stride
    for (let at = y * stride + 1; at < end; at++) {
      const own = from[at]
      const before = from[at - 1]
      const after = from[at + 1]
      const above = from[at - stride]
      const below = from[at + stride]
      const any = own | (before >>> 24) | (after << 24) | above | below
      if (any === 0 || own === -1) {
        to[at] = own
        continue
      }
      const across = largest(largest((own << 8) | (before >>> 24), own), (own >>> 8) | (after << 24))
      to[at] = largest(largest(above, across), below)
    }
  }
}

/** The maximum of each byte and its left and right neighbours. */
function dilateAcross({ words: from, stride, rows }: WordPlane, { words: to }: WordPlane): void {
  for (let y = 1; y <= rows; y++) {
    const end = (y + 1) * stride
    for (let at = y * stride + 1; at < end; at++) {
      const own = from[at]
      const left = (own << 8) | (from[at - 1] >>> 24)
      const right = (own >>> 8) | (from[at + 1] << 24)
      to[at] = (own | left | right) === 0 || own === -1 ? own : largest(largest(left, own), right)
    }
  }
}

/** The maximum of each byte and its upper and lower neighbours. */
function dilateDown({ words: from, stride, rows }: WordPlane, { words: to }: WordPlane): void {
  for (let y = 1; y <= rows; y++) {
    const end = (y + 1) * stride
    for (let at = y * stride + 1; at < end; at++) {
      const own = from[at]
      const above = from[at - stride]
      const below = from[at + stride]
      to[at] = (own | above | below) === 0 || own === -1 ? own : largest(largest(above, own), below)
    }
  }
}

/** The highest bit of each byte. */
const highBits = 0x80808080 | 0

/** The bytewise maximum of two words. */
function largest(one: number, other: number): number {
  // Without their highest bits, bytes subtract independently; those bits are compared separately.
  const isNotLess = (one | highBits) - (other & ~highBits)
  const isOne = ((one & ~other) | (~(one ^ other) & isNotLess)) & highBits
  const lowBits = isOne >>> 7
  const mask = (lowBits << 8) - lowBits
  return other ^ ((one ^ other) & mask)
}
