/**
 * Winograd convolution by 3 x 3 with a quarter of the multiplications: F(4 x 4, 3 x 3) of Lavin and Gray, Fast
 * Algorithms for Convolutional Neural Networks, CVPR 2016. A tile of 6 x 6 pixels and the weights become 36 points
 * each, which are multiplied and transformed back into 4 x 4 pixels, in vectors of four channels.
 */

/** Points of a transformed tile. */
export const points: i32 = 36

/** a * b + c, fused if the processor supports it. */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c)
}

/**
 * Applies B^T of the paper to six lines of six vectors. Vectors of a line are `step` bytes apart, lines `next` bytes;
 * those of the result `gap` and `nextGap` bytes.
 */
function transformLines(from: usize, step: usize, next: usize, to: usize, gap: usize, nextGap: usize): void {
  const four = f32x4.splat(4)
  const minusFour = f32x4.splat(-4)
  for (let line = 0; line < 6; line++) {
    const d0 = v128.load(from)
    const d1 = v128.load(from + step)
    const d2 = v128.load(from + 2 * step)
    const d3 = v128.load(from + 3 * step)
    const d4 = v128.load(from + 4 * step)
    const d5 = v128.load(from + 5 * step)
    const a = multiplyAdd(minusFour, d2, d4)
    const b = multiplyAdd(minusFour, d1, d3)
    const c = f32x4.sub(d4, d2)
    const half = f32x4.sub(d3, d1)
    const d = f32x4.add(half, half)
    v128.store(to, multiplyAdd(four, f32x4.sub(d0, d2), c))
    v128.store(to + gap, f32x4.add(a, b))
    v128.store(to + 2 * gap, f32x4.sub(a, b))
    v128.store(to + 3 * gap, f32x4.add(c, d))
    v128.store(to + 4 * gap, f32x4.sub(c, d))
    v128.store(to + 5 * gap, f32x4.sub(f32x4.sub(d5, d3), f32x4.add(d, d)))
    from += next
    to += nextGap
  }
}

/** Transforms 6 x 6 pixels at `from` into points `pointBytes` apart. `room` has 576 bytes. */
export function transformTile(
  from: usize,
  rowBytes: usize,
  pixelBytes: usize,
  channels: i32,
  to: usize,
  pointBytes: usize,
  room: usize,
): void {
  for (let channel = 0; channel < channels; channel += 4) {
    transformLines(from, rowBytes, pixelBytes, room, 96, 16)
    transformLines(room, 16, 96, to, pointBytes, 6 * pointBytes)
    from += 16
    to += 16
  }
}

/**
 * One point of 6 tiles for 8 output channels: the sum of tile times weight over `inputs` channels. Twelve sums and
 * three operands fill the registers of an x86 processor.
 */
export function multiplyTiles(
  tile: usize,
  tileBytes: usize,
  weights: usize,
  inputs: i32,
  to: usize,
  outputBytes: usize,
): void {
  const tile1 = tile + tileBytes
  const tile2 = tile1 + tileBytes
  const tile3 = tile2 + tileBytes
  const tile4 = tile3 + tileBytes
  const tile5 = tile4 + tileBytes
  let a0 = f32x4.splat(0)
  let b0 = a0
  let a1 = a0
  let b1 = a0
  let a2 = a0
  let b2 = a0
  let a3 = a0
  let b3 = a0
  let a4 = a0
  let b4 = a0
  let a5 = a0
  let b5 = a0
  const end = (<usize>inputs) << 2
  for (let at: usize = 0; at < end; at += 4) {
    const a = v128.load(weights)
    const b = v128.load(weights, 16)
    weights += 32
    let value = v128.load32_splat(tile + at)
    a0 = multiplyAdd(value, a, a0)
    b0 = multiplyAdd(value, b, b0)
    value = v128.load32_splat(tile1 + at)
    a1 = multiplyAdd(value, a, a1)
    b1 = multiplyAdd(value, b, b1)
    value = v128.load32_splat(tile2 + at)
    a2 = multiplyAdd(value, a, a2)
    b2 = multiplyAdd(value, b, b2)
    value = v128.load32_splat(tile3 + at)
    a3 = multiplyAdd(value, a, a3)
    b3 = multiplyAdd(value, b, b3)
    value = v128.load32_splat(tile4 + at)
    a4 = multiplyAdd(value, a, a4)
    b4 = multiplyAdd(value, b, b4)
    value = v128.load32_splat(tile5 + at)
    a5 = multiplyAdd(value, a, a5)
    b5 = multiplyAdd(value, b, b5)
  }
  storeTwo(to, a0, b0)
  storeTwo(to + outputBytes, a1, b1)
  storeTwo(to + 2 * outputBytes, a2, b2)
  storeTwo(to + 3 * outputBytes, a3, b3)
  storeTwo(to + 4 * outputBytes, a4, b4)
  storeTwo(to + 5 * outputBytes, a5, b5)
}

function storeTwo(to: usize, a: v128, b: v128): void {
  v128.store(to, a)
  v128.store(to, b, 16)
}

/** Applies A^T of the paper to lines of six vectors, laid out as in `transformLines`, giving four each. */
function transformBack(
  from: usize,
  step: usize,
  next: usize,
  to: usize,
  gap: usize,
  nextGap: usize,
  lines: i32,
): void {
  const two = f32x4.splat(2)
  const four = f32x4.splat(4)
  const eight = f32x4.splat(8)
  for (let line = 0; line < lines; line++) {
    const m0 = v128.load(from)
    const m1 = v128.load(from + step)
    const m2 = v128.load(from + 2 * step)
    const m3 = v128.load(from + 3 * step)
    const m4 = v128.load(from + 4 * step)
    const m5 = v128.load(from + 5 * step)
    const a = f32x4.add(m1, m2)
    const b = f32x4.sub(m1, m2)
    const c = f32x4.add(m3, m4)
    const d = f32x4.sub(m3, m4)
    v128.store(to, f32x4.add(m0, f32x4.add(a, c)))
    v128.store(to + gap, multiplyAdd(two, d, b))
    v128.store(to + 2 * gap, multiplyAdd(four, c, a))
    v128.store(to + 3 * gap, f32x4.add(multiplyAdd(eight, d, b), m5))
    from += next
    to += nextGap
  }
}

/**
 * Transforms points `pointBytes` apart back into `rows` x `columns` pixels, at most 4 x 4, times `factors`, plus
 * `biases`, at least `least`. `room` has 832 bytes.
 */
export function storeTile(
  point: usize,
  pointBytes: usize,
  channels: i32,
  factors: usize,
  biases: usize,
  least: f32,
  to: usize,
  rowBytes: usize,
  pixelBytes: usize,
  rows: i32,
  columns: i32,
  room: usize,
): void {
  const pixels = room + 576
  const floor = f32x4.splat(least)
  for (let channel = 0; channel < channels; channel += 4) {
    const factor = v128.load(factors)
    const bias = v128.load(biases)
    transformBack(point, 6 * pointBytes, pointBytes, room, 96, 16, 6)
    transformBack(room, 16, 96, pixels, 16, 64, rows)
    for (let y: usize = 0; y < <usize>rows; y++) {
      for (let x: usize = 0; x < <usize>columns; x++) {
        const value = multiplyAdd(v128.load(pixels + y * 64 + x * 16), factor, bias)
        v128.store(to + y * rowBytes + x * pixelBytes, f32x4.max(value, floor))
      }
    }
    point += 16
    factors += 16
    biases += 16
    to += 16
  }
}
