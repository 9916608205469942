import { expect, test } from 'vitest'
import { closeUpBox, putCloseUp } from '#engine/close-up.ts'
import type { Alpha } from '#engine/raster.ts'

/** Opaque where `isIn` says so. */
const paint = (isIn: (x: number, y: number) => boolean, width = 40, height = 20): Alpha => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height }, (_, i) =>
    isIn(i % width, Math.floor(i / width)) ? 255 : 0,
  ),
})

test('a close-up leaves room around the subject', () => {
  const matte = paint((x, y) => x >= 15 && x < 25 && y >= 8 && y < 12)
  expect(closeUpBox(matte)).toEqual({ x: 13, y: 6, width: 14, height: 8 })
})

test('a close-up stays inside the picture', () => {
  expect(closeUpBox(paint((x, y) => x >= 30 && y < 10))).toEqual({ x: 28, y: 0, width: 12, height: 12 })
})

test('without a subject there is no close-up, nor for haze', () => {
  expect(closeUpBox(paint(() => false))).toBeNull()
  const haze = paint(() => true)
  haze.data.fill(100)
  expect(closeUpBox(haze)).toBeNull()
})

test('what a close-up shows is put in its place, and nothing else is touched', () => {
  const matte = paint(() => true)
  const box = { x: 30, y: 15, width: 4, height: 3 }
  const put = putCloseUp(
    matte,
    paint(() => false, 4, 3),
    box,
  )
  const isHole = (x: number, y: number) => x >= 30 && x < 34 && y >= 15 && y < 18
  expect(put).toEqual(paint((x, y) => !isHole(x, y)))
  expect(matte.data.every((value) => value === 255)).toBe(true)
})
