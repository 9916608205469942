import { expect, test } from 'vitest'
import { hdrToSrgb, hdrToSrgbLut } from '#engine/color/hdr-to-srgb.ts'

test.each(['hlg', 'pq'] as const)(
  '%s: black and grey are kept, and brightness never decreases',
  (transfer) => {
    expect(hdrToSrgb([0, 0, 0], transfer)).toEqual([0, 0, 0])
    let before = 0
    for (let step = 1; step <= 20; step++) {
      const signal = step / 20
      const [r, g, b] = hdrToSrgb([signal, signal, signal], transfer)
      expect(Math.max(Math.abs(r - g), Math.abs(g - b))).toBeLessThan(0.001)
      expect(g).toBeGreaterThanOrEqual(before)
      before = g
    }
    expect(before).toBeCloseTo(1, 2)
  },
)

test('reference white (203 cd/m², BT.2408) is bright but not white', () => {
  const [hlg] = hdrToSrgb([0.75, 0.75, 0.75], 'hlg')
  const [pq] = hdrToSrgb([0.58, 0.58, 0.58], 'pq')
  expect(hlg).toBeCloseTo(pq, 1)
  expect(hlg).toBeGreaterThan(0.75)
  expect(hlg).toBeLessThan(0.95)
})

test('a LUT has one line per colour, red changing fastest', () => {
  const [head, first, second, ...others] = hdrToSrgbLut('hlg').trim().split('\n')
  expect([head, first]).toEqual(['LUT_3D_SIZE 33', '0.00000 0.00000 0.00000'])
  expect(second).toMatch(/^0\.[0-9]+ 0\.00000 0\.00000$/)
  expect(others.length).toBe(33 ** 3 - 2)
  expect(others.at(-1)).toMatch(/^(1\.00000|0\.99\d+) (1\.00000|0\.99\d+) (1\.00000|0\.99\d+)$/)
})
