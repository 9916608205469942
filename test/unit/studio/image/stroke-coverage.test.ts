import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StrokePoint } from '#contract/image-edits.ts'
import { coverStroke } from '#studio/edit/stroke-coverage.ts'

const width = 60
const height = 40
const clip = { x: 0, y: 0, width, height }
const brush = { radius: 8, hardness: 0.5, alpha: 255 }
const blank = () => ({ data: new Uint8ClampedArray(width * height * 4), width, height })
const alphaAt = ({ data }: { data: Uint8ClampedArray }, x: number, y: number) => data[(y * width + x) * 4 + 3]

const point: fc.Arbitrary<StrokePoint> = fc.tuple(
  fc.integer({ min: -10, max: width + 10 }),
  fc.integer({ min: -10, max: height + 10 }),
  fc.constantFrom(0.5, 1),
)

test('a stroke covers its line fully and nothing beyond its radius', () => {
  const image = blank()
  coverStroke(
    image,
    [
      [20, 20, 1],
      [40, 20, 1],
    ],
    0,
    brush,
    clip,
  )
  expect(alphaAt(image, 30, 20)).toBe(255)
  expect(alphaAt(image, 30, 26)).toBeGreaterThan(0)
  expect(alphaAt(image, 30, 26)).toBeLessThan(255)
  expect(alphaAt(image, 30, 30)).toBe(0)
})

test('half the pressure is half the width', () => {
  const image = blank()
  coverStroke(
    image,
    [
      [20, 20, 0.5],
      [40, 20, 0.5],
    ],
    0,
    brush,
    clip,
  )
  expect(alphaAt(image, 30, 22)).toBeGreaterThan(0)
  expect(alphaAt(image, 30, 26)).toBe(0)
})

test('a stroke drawn point by point is the same as at once', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
      const whole = blank()
      coverStroke(whole, points, 0, brush, clip)
      const grown = blank()
      for (let count = 1; count <= points.length; count += 1)
        coverStroke(grown, points.slice(0, count), count - 1, brush, clip)
      expect(grown.data).toEqual(whole.data)
    }),
    { numRuns: 30 },
  )
})

test('all that changes lies in the returned box and in the clip', () => {
  const part = { x: 10, y: 5, width: 30, height: 20 }
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 4 }), (points) => {
      const image = blank()
      const box = coverStroke(image, points, 0, brush, part)
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          if (alphaAt(image, x, y) === 0) continue
          expect(box && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height).toBe(
            true,
          )
          expect(x >= 10 && x < 40 && y >= 5 && y < 25).toBe(true)
        }
    }),
    { numRuns: 30 },
  )
})
