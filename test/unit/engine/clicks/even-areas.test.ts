import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clickRegion } from '#engine/clicks/apply-clicks.ts'
import { toFeatureMap } from '#engine/clicks/feature-maps.ts'
import { noise } from '#support/tiny-networks.ts'

const size = { width: 120, height: 90 }
const pixels = size.width * size.height
/** Two dark squares of 24 pixels on a light ground, both kept. */
const squareAt = (i: number): 'left' | 'right' | null => {
  const [x, y] = [i % size.width, Math.floor(i / size.width)]
  if (y < 30 || y >= 54) return null
  return x >= 18 && x < 42 ? 'left' : x >= 78 && x < 102 ? 'right' : null
}
const each = <T>(valueAt: (i: number) => T): T[] => Array.from({ length: pixels }, (_, i) => valueAt(i))

test('a click anywhere on an even square takes it whole', () => {
  const picture = {
    ...size,
    data: Uint8ClampedArray.from(each((i) => [...Array(3).fill(squareAt(i) ? 30 : 220), 255]).flat()),
  }
  const matte = { ...size, data: Float32Array.from(each((i) => Number(squareAt(i) !== null))) }
  const inSquare = fc.double({ min: 0.05, max: 0.95, noNaN: true })
  fc.assert(
    fc.property(fc.nat(1000), inSquare, inSquare, (seed, u, v) => {
      const map = toFeatureMap(noise(24 * 18 * 4, seed + 1), { width: 24, height: 18 }, 4)
      const { data } = clickRegion(
        { picture, matte, features: [map, map], clicks: [] },
        { x: (18 + 24 * u) / size.width, y: (30 + 24 * v) / size.height, mode: 'remove' },
      )
      const takenOf = (square: 'left' | 'right') =>
        each((i) => (squareAt(i) === square ? (data[i] ?? 0) : 0)).reduce((sum, taken) => sum + taken, 0)
      expect([takenOf('left'), takenOf('right')]).toEqual([24 * 24, 0])
    }),
    { numRuns: 20 },
  )
})
