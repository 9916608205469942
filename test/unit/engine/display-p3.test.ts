import { expect, test } from 'vitest'
import { displayP3ToSrgb, hasWideColors } from '#engine/display-p3.ts'

const converted = (...rgba: readonly number[]) => {
  const data = Uint8ClampedArray.from(rgba)
  displayP3ToSrgb(data)
  return [...data]
}

test('red of sRGB is found in its numbers of Display P3', () => {
  // CSS Color 4: red is color(display-p3 0.9175 0.2003 0.1386).
  const [red = 0, green, blue, alpha] = converted(234, 51, 35, 77)
  expect(red).toBeGreaterThanOrEqual(254)
  expect([green, blue, alpha]).toEqual([0, 0, 77])
})

test('grey is unchanged, and colours outside sRGB are clipped', () => {
  expect(converted(0, 0, 0, 255, 9, 9, 9, 0, 128, 128, 128, 255, 255, 255, 255, 255)).toEqual([
    0, 0, 0, 255, 9, 9, 9, 0, 128, 128, 128, 255, 255, 255, 255, 255,
  ])
  expect(converted(0, 255, 0, 255)).toEqual([0, 255, 0, 255])
})

test('one visible pixel outside of sRGB is found', () => {
  const one = (...rgba: readonly number[]) =>
    hasWideColors({ width: 2, height: 1, data: Uint8ClampedArray.of(9, 9, 9, 255, ...rgba) })
  expect([one(255, 0, 0, 255), one(0, 200, 0, 1), one(40, 0, 0, 255), one(0, 0, 255, 255)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([one(255, 0, 0, 0), one(235, 53, 37, 255), one(2, 0, 1, 255)]).toEqual([false, false, false])
})
