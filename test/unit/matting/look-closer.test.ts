import { expect, test } from 'vitest'
import { closerWindow, outOfWindow, throughWindow } from '#matting/look-closer.ts'

const picture = { width: 120, height: 80, data: new Uint8ClampedArray(120 * 80 * 4).fill(255) }
// Red in the left half, blue in the right one.
for (let i = 0; i < 120 * 80; i++) picture.data.set(i % 120 < 60 ? [255, 0, 0] : [0, 0, 255], i * 4)

/** A subject in a box of the picture, given in shares of its sides. */
const subjectIn = (left: number, top: number, right: number, bottom: number) => ({
  width: 100,
  height: 100,
  data: Float32Array.from({ length: 10_000 }, (_, i) => {
    const [x, y] = [((i % 100) + 0.5) / 100, (Math.floor(i / 100) + 0.5) / 100]
    return Number(x > left && x < right && y > top && y < bottom)
  }),
})

test('a window lies around the subject, within the picture', () => {
  const { x, y, width, height } = closerWindow(subjectIn(0.1, 0.4, 0.3, 0.6), picture)
  expect(x).toBeGreaterThan(4)
  expect(x).toBeLessThan(12)
  expect(x + width).toBeGreaterThan(36)
  expect(x + width).toBeLessThan(44)
  expect(y).toBeLessThan(32)
  expect(y + height).toBeGreaterThan(48)
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(80)
})

test.each([
  ['a subject that fills the picture', subjectIn(0, 0, 1, 1)],
  ['no subject', subjectIn(0, 0, 0, 0)],
])('for %s the window reaches past the picture', (_, matte) => {
  const { x, y, width, height } = closerWindow(matte, picture)
  expect(x).toBeCloseTo(-20)
  expect(y).toBeCloseTo(-80 / 6)
  expect([x + width, y + height]).toEqual([expect.closeTo(140), expect.closeTo(80 + 80 / 6)])
})

test('past the picture there are its own colours, blurred', () => {
  const seen = throughWindow(picture, { x: -20, y: -20, width: 160, height: 120 }, { width: 80, height: 60 })
  const colorAt = (x: number, y: number) => [...seen.data.subarray((y * 80 + x) * 4, (y * 80 + x) * 4 + 4)]
  expect(colorAt(20, 30)).toEqual([255, 0, 0, 255])
  expect(colorAt(60, 30)).toEqual([0, 0, 255, 255])
  // The margin: red on the left, blue on the right, a mixture between.
  expect(colorAt(2, 2)[0]).toBeGreaterThan(200)
  expect(colorAt(77, 57)[2]).toBeGreaterThan(200)
  expect(Math.min(colorAt(40, 2)[0] ?? 0, colorAt(40, 2)[2] ?? 0)).toBeGreaterThan(50)
  expect(colorAt(2, 2)[3]).toBe(255)
})

test.each([
  ['within the picture', { x: 30, y: 20, width: 60, height: 40 }],
  ['past the picture', { x: -20, y: -20, width: 160, height: 120 }],
])('what is found through a window %s lies where it was seen', (_, window) => {
  const size = { width: 120, height: 120 }
  const seen = throughWindow(picture, window, size)
  const blue = Float32Array.from({ length: 120 * 120 }, (_, i) => (seen.data[i * 4 + 2] ?? 0) / 255)
  const matte = outOfWindow({ ...size, data: blue }, window, picture)
  const alphaAt = (x: number, y: number) =>
    matte.data[Math.floor(y * matte.height) * matte.width + Math.floor(x * matte.width)]
  expect(alphaAt(0.6, 0.5)).toBeCloseTo(1)
  expect(alphaAt(0.4, 0.5)).toBeCloseTo(0)
  expect(alphaAt(0.9, 0.9)).toBeCloseTo(window.x < 0 ? 1 : 0)
})
