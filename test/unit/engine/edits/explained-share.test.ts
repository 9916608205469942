import { expect, test } from 'vitest'
import { explainedShare } from '#engine/edits/explained-share.ts'

const size = { width: 40, height: 30 }
const length = size.width * size.height

/** Stripes of two colours, three pixels wide. */
const isStripe = (pixel: number) => Math.floor((pixel % size.width) / 3) % 2 === 0
const picture = {
  ...size,
  data: Uint8ClampedArray.from({ length: length * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : ((isStripe(i >> 2) ? [200, 60, 30] : [20, 90, 160])[i % 4] ?? 0),
  ),
}
const shareOf = (alphaAt: (pixel: number) => number) => {
  const shares = explainedShare(
    picture,
    Float32Array.from({ length }, (_, pixel) => alphaAt(pixel)),
  )
  return shares[15 * size.width + 20]
}

test('colours explain alpha that follows them', () => {
  const share = shareOf((pixel) => Number(isStripe(pixel)))
  expect(share).toBeGreaterThan(0.85)
  expect(share).toBeLessThanOrEqual(1)
})

test('colours do not explain haze over their strands', () => {
  expect(shareOf((pixel) => Math.floor(pixel / size.width) / size.height)).toBeLessThan(0.1)
})

test('alpha that does not vary needs no explanation', () => {
  expect(shareOf(() => 0.4)).toBe(0)
})
