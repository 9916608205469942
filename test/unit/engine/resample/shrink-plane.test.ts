import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shrinkPlane } from '#engine/resample/shrink-plane.ts'

const plane = (width: number, height: number, data: Uint8Array) => ({
  width,
  height,
  data,
  offset: 0,
  stride: width,
  step: 1,
})

test('each value is the mean of its area, rounded to nearest', () => {
  const into = new Uint8Array(2)
  shrinkPlane(
    plane(4, 2, Uint8Array.of(0, 10, 100, 200, 20, 30, 101, 202)),
    { width: 2, height: 1 },
    into,
    0,
    1,
  )
  expect([...into]).toEqual([15, 151])
})

test('a value on the border of two areas counts for both', () => {
  const into = new Uint8Array(2)
  shrinkPlane(plane(3, 1, Uint8Array.of(0, 90, 240)), { width: 2, height: 1 }, into, 0, 1)
  expect([...into]).toEqual([30, 190])
})

test('a plain plane stays plain at any size', () => {
  const sides = fc.integer({ min: 1, max: 90 })
  fc.assert(
    fc.property(sides, sides, sides, sides, fc.constantFrom(0, 1, 127, 254, 255), (w, h, tw, th, value) => {
      const size = { width: Math.min(w, tw), height: Math.min(h, th) }
      const into = new Uint8Array(size.width * size.height)
      shrinkPlane(plane(w, h, new Uint8Array(w * h).fill(value)), size, into, 0, 1)
      expect(into.every((byte) => byte === value)).toBe(true)
    }),
  )
})
