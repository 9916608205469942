import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '#base/geometry.ts'
import { padBox, ratioBox } from '#engine/crop-box.ts'

const image = { width: 100, height: 80 }

test('D-15: padding is a share of the side it is added to', () => {
  expect(padBox({ x: 30, y: 20, width: 40, height: 20 }, { x: 0.1, y: 0.1 })).toEqual({
    x: 26,
    y: 18,
    width: 48,
    height: 24,
  })
  expect(padBox({ x: 30, y: 20, width: 40, height: 20 }, { x: 0, y: 1 })).toEqual({
    x: 30,
    y: 0,
    width: 40,
    height: 60,
  })
})

test('D-14: padding may reach past the image', () => {
  expect(padBox({ x: 0, y: 0, width: 100, height: 80 }, { x: 0.5, y: 0.5 })).toEqual({
    x: -50,
    y: -40,
    width: 200,
    height: 160,
  })
})

test('D-14: a ratio box is centred on the subject', () => {
  expect(ratioBox({ x: 40, y: 30, width: 20, height: 10 }, { width: 1, height: 1 }, image)).toEqual({
    x: 40,
    y: 25,
    width: 20,
    height: 20,
  })
})

test('D-14: a ratio box is moved to stay inside the image', () => {
  expect(ratioBox({ x: 0, y: 0, width: 20, height: 60 }, { width: 1, height: 1 }, image)).toEqual({
    x: 0,
    y: 0,
    width: 60,
    height: 60,
  })
  expect(ratioBox({ x: 85, y: 10, width: 15, height: 60 }, { width: 1, height: 1 }, image)).toEqual({
    x: 40,
    y: 10,
    width: 60,
    height: 60,
  })
})

test('D-14: a ratio box too large for the image reaches past it', () => {
  expect(ratioBox({ x: 0, y: 20, width: 100, height: 40 }, { width: 1, height: 1 }, image)).toEqual({
    x: 0,
    y: -10,
    width: 100,
    height: 100,
  })
})

test('D-14: a ratio box is the smallest around its subject', () => {
  const side = fc.integer({ min: 1, max: 500 })
  const inner = fc
    .record({ width: side, height: side, roomX: fc.nat(300), roomY: fc.nat(300) })
    .chain((sizes) =>
      fc.record({ sizes: fc.constant(sizes), x: fc.nat(sizes.roomX), y: fc.nat(sizes.roomY) }),
    )
  const ratio = fc.record({ width: fc.integer({ min: 1, max: 32 }), height: fc.integer({ min: 1, max: 32 }) })
  fc.assert(
    fc.property(inner, ratio, ({ sizes, x, y }, wanted) => {
      const subject: Box = { x, y, width: sizes.width, height: sizes.height }
      const within = { width: sizes.width + sizes.roomX, height: sizes.height + sizes.roomY }
      const out = ratioBox(subject, wanted, within)
      expect(out.x).toBeLessThanOrEqual(subject.x)
      expect(out.y).toBeLessThanOrEqual(subject.y)
      expect(out.x + out.width).toBeGreaterThanOrEqual(subject.x + subject.width)
      expect(out.y + out.height).toBeGreaterThanOrEqual(subject.y + subject.height)
      expect(out.width === subject.width || out.height === subject.height).toBe(true)
      const aspect = wanted.width / wanted.height
      expect(
        Math.min(Math.abs(out.width - out.height * aspect), Math.abs(out.height - out.width / aspect)),
      ).toBeLessThan(1)
      if (out.width <= within.width) {
        expect(out.x).toBeGreaterThanOrEqual(0)
        expect(out.x + out.width).toBeLessThanOrEqual(within.width)
      }
      if (out.height <= within.height) {
        expect(out.y).toBeGreaterThanOrEqual(0)
        expect(out.y + out.height).toBeLessThanOrEqual(within.height)
      }
    }),
  )
})
