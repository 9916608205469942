import { describe, expect, test } from 'vitest'
import { adjustEdges, edgeReach } from '#engine/edits/adjust-edges.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

const size = { width: 160, height: 120 }
const whole = { x: 0, y: 0, ...size }

/** A disc of this radius in the middle, with a soft rim of one pixel. */
const disc = (radius: number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) => {
    const distance = Math.hypot((i % size.width) + 0.5 - 80, Math.floor(i / size.width) + 0.5 - 60)
    return 255 * Math.min(1, Math.max(0, radius + 0.5 - distance))
  }),
})
const adjust = (alpha: AlphaMask8, edgeShift: number, feather = 0) =>
  adjustEdges(alpha, { edgeShift, feather }, whole).data
/** The radius of a disc of the same area. */
const radiusOf = (data: Uint8ClampedArray) =>
  Math.sqrt(data.reduce((sum, value) => sum + value / 255, 0) / Math.PI)

describe('edge shift', () => {
  test.each([-10, -4, -1, -0.5, 0.5, 1, 3, 7.5, 10])('of %d px moves an edge by that', (shift) => {
    expect(Math.abs(radiusOf(adjust(disc(30), shift)) - 30 - shift)).toBeLessThan(0.1 * Math.abs(shift) + 0.3)
  })
})

describe('feather', () => {
  test.each([0.5, 1, 3.5, 4, 6, 12, 20])('of %d px softens a straight edge like a Gaussian', (sigma) => {
    const wall = { ...size, data: disc(0).data.map((_, i) => (i % size.width < 80 ? 255 : 0)) }
    const soft = adjust(wall, 0, sigma)
    const row = Array.from(
      { length: 158 },
      (_, x) => (soft[60 * 160 + x] ?? 0) - (soft[60 * 160 + x + 1] ?? 0),
    )
    const total = row.reduce((a, b) => a + b, 0)
    const mean = row.reduce((a, b, x) => a + b * (x + 1), 0) / total
    const deviation = Math.sqrt(row.reduce((a, b, x) => a + b * (x + 1 - mean) ** 2, 0) / total)
    expect(mean).toBeCloseTo(80, 0)
    expect(Math.abs(deviation / sigma - 1)).toBeLessThan(0.08)
  })
})

test.each([1, 5, 9, 20])('a tile feathered by %d px is that part of the whole', (feather) => {
  const values = { edgeShift: 2.5, feather }
  const box = { x: 90, y: 30, width: 40, height: 50 }
  const part = adjustEdges(disc(30), values, box).data
  const all = adjustEdges(disc(30), values, whole).data
  let most = 0
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const difference = (part[y * box.width + x] ?? 0) - (all[(y + box.y) * size.width + x + box.x] ?? 0)
      most = Math.max(most, Math.abs(difference))
    }
  }
  expect(most).toBeLessThanOrEqual(1)
})

test('pixels farther than the reach keep their alpha', () => {
  const values = { edgeShift: 3, feather: 2 }
  const alpha = disc(20)
  const after = adjustEdges(alpha, values, whole).data
  const changed = Array.from(after, (value, i) =>
    value === alpha.data[i] ? 20 : Math.hypot((i % 160) - 79.5, Math.floor(i / 160) - 59.5),
  )
  expect(Math.max(...changed)).toBeLessThan(20.5 + edgeReach(values))
  expect(
    adjustEdges({ ...size, data: alpha.data.map(() => 9) }, values, whole).data.every((v) => v === 9),
  ).toBe(true)
})
