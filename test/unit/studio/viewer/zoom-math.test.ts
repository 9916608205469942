import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitCamera, fitScale, keepInSight, wheelFactor, zoomAt } from '#studio/viewer/zoom-math.ts'

const size = fc.record({
  width: fc.integer({ min: 200, max: 4000 }),
  height: fc.integer({ min: 200, max: 4000 }),
})
const art = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
const point = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) })

test('a fitted picture lies inside the viewport with its margin', () => {
  fc.assert(
    fc.property(size, art, (viewport, picture) => {
      const scale = fitScale(viewport, picture, 32)
      if (scale <= 0.001) return
      expect(picture.width * scale).toBeLessThanOrEqual(viewport.width - 64 + 1e-6)
      expect(picture.height * scale).toBeLessThanOrEqual(viewport.height - 64 + 1e-6)
    }),
  )
})

test('a tiny picture is enlarged twice at most', () => {
  expect(fitScale({ width: 1000, height: 800 }, { width: 8, height: 8 }, 32)).toBe(2)
})

test('the point under the pointer stays under it while zooming', () => {
  fc.assert(
    fc.property(
      size,
      art,
      point,
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (viewport, picture, at, factor) => {
        const before = fitCamera(viewport, picture, 32)
        const after = zoomAt(before, at, factor, before.scale / 100)
        expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 3)
        expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 3)
      },
    ),
  )
})

test('zoom ends at 16 times and at the smallest scale', () => {
  const camera = { scale: 1, x: 0, y: 0 }
  expect(zoomAt(camera, { x: 0, y: 0 }, 1000, 0.5).scale).toBe(16)
  expect(zoomAt(camera, { x: 0, y: 0 }, 0.001, 0.5).scale).toBe(0.5)
})

test('only a picture larger than the viewport can be panned', () => {
  const viewport = { width: 1000, height: 800 }
  expect(keepInSight({ scale: 1, x: 900, y: -900 }, viewport, { width: 100, height: 100 }, 32)).toEqual({
    scale: 1,
    x: 0,
    y: 0,
  })
  expect(keepInSight({ scale: 2, x: 9000, y: 0 }, viewport, { width: 1000, height: 800 }, 32).x).toBe(532)
})

test('the wheel enlarges and shrinks by the same factor', () => {
  expect(wheelFactor(-100, 0)).toBeGreaterThan(1)
  expect(wheelFactor(-100, 0) * wheelFactor(100, 0)).toBeCloseTo(1)
  expect(wheelFactor(3, 1)).toBeCloseTo(wheelFactor(48, 0))
})
