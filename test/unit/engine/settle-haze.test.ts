import { expect, test } from 'vitest'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { settleHaze } from '#engine/settle-haze.ts'

const side = 192
const paint = (alphaAt: (x: number, y: number) => number): AlphaMaskF32 => ({
  width: side,
  height: side,
  data: Float32Array.from({ length: side * side }, (_, i) => alphaAt(i % side, Math.floor(i / side))),
})
/** A subject in the left half of the picture with a half transparent square of this alpha in its middle. */
const withSquare = (alpha: number, squareSide = 40) =>
  paint((x, y) => {
    const isInside = Math.abs(x - 48) < squareSide / 2 && Math.abs(y - 96) < squareSide / 2
    return isInside ? alpha : Number(x < 96)
  })
const at = ({ data }: AlphaMaskF32, x: number, y: number) => data[y * side + x] ?? -1

test('a decided matte stays as it is', () => {
  const decided = paint((x) => Number(x < 96))
  expect(settleHaze(decided)).toBe(decided)
})

test('a soft border as narrow as hair is left as it is', () => {
  const hair = paint((x) => Math.min(1, Math.max(0, (100 - x) / 5)))
  expect(settleHaze(hair)).toBe(hair)
})

test.each([
  ['nearer to the subject', 0.7, 0.9],
  ['nearer to the background', 0.3, 0.1],
  ['undecided', 0.5, 0.5],
])('a large area that is %s moves away from one half: %d to %d', (_, alpha, expected) => {
  const matte = withSquare(alpha)
  const result = settleHaze(matte)
  expect(at(result, 48, 96)).toBeCloseTo(expected, 2)
  // What is decided stays as it is.
  expect(at(result, 10, 96)).toBe(1)
  expect(at(result, 150, 96)).toBe(0)
})
