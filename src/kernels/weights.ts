import { multiplyAdd } from './winograd.ts'

/** Applies G of the paper to three vectors. */
function transformThree(g0: v128, g1: v128, g2: v128, to: usize, gap: usize): void {
  const minusSixth = f32x4.splat(-1.0 / 6)
  const a = f32x4.mul(minusSixth, f32x4.add(g0, g2))
  const b = f32x4.mul(minusSixth, g1)
  const c = multiplyAdd(f32x4.splat(1.0 / 24), g0, f32x4.mul(f32x4.splat(1.0 / 6), g2))
  const d = f32x4.mul(f32x4.splat(1.0 / 12), g1)
  v128.store(to, f32x4.mul(f32x4.splat(0.25), g0))
  v128.store(to + gap, f32x4.add(a, b))
  v128.store(to + 2 * gap, f32x4.sub(a, b))
  v128.store(to + 3 * gap, f32x4.add(c, d))
  v128.store(to + 4 * gap, f32x4.sub(c, d))
  v128.store(to + 5 * gap, g2)
}

/** Loads four int8 numbers as float32. */
function loadBytes(from: usize): v128 {
  const words = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(from)))
  return f32x4.convert_i32x4_s(words)
}

/**
 * Transforms int8 weights of `inputs` channels for 8 of `outputs` output channels into points, in the order input
 * channel, output channel. `room` has 288 bytes.
 */
export function transformWeights(
  from: usize,
  outputs: usize,
  inputs: i32,
  to: usize,
  pointBytes: usize,
  room: usize,
): void {
  for (let input = 0; input < inputs; input++) {
    for (let half: usize = 0; half < 2; half++) {
      for (let x: usize = 0; x < 3; x++) {
        const tap = from + half * 4 + x * outputs
        transformThree(
          loadBytes(tap),
          loadBytes(tap + 3 * outputs),
          loadBytes(tap + 6 * outputs),
          room + x * 16,
          48,
        )
      }
      for (let y: usize = 0; y < 6; y++) {
        const row = room + y * 48
        const point = to + half * 16 + y * 6 * pointBytes
        transformThree(v128.load(row), v128.load(row, 16), v128.load(row, 32), point, pointBytes)
      }
    }
    from += 9 * outputs
    to += 32
  }
}
