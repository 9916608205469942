import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlphaMask8 } from '#engine/raster.ts'
import { cropAroundSubject, pasteMatte, subjectBox } from '#engine/subject-box.ts'

/** One character a pixel: `.` 0, `-` 12, `o` 13, `#` 255. */
const paint = (...rows: string[]): AlphaMask8 => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Uint8ClampedArray.from(rows.join(''), (c) => ({ '.': 0, '-': 12, o: 13, '#': 255 })[c] ?? 0),
})

test('D-14: the subject is alpha of at least 0.05', () => {
  expect(subjectBox(paint('-----', '-oo#-', '-----'))).toEqual({ x: 1, y: 1, width: 3, height: 1 })
})

test('D-14: single stray pixels are discarded', () => {
  expect(subjectBox(paint('#....', '...##', '...#.', '#....', '....#'))).toEqual({
    x: 3,
    y: 1,
    width: 2,
    height: 2,
  })
})

test('D-14: pixels that touch at a corner count', () => {
  expect(subjectBox(paint('#...', '.#..', '....'))).toEqual({ x: 0, y: 0, width: 2, height: 2 })
})

test('D-14: a matte of nothing, or of strays alone, has no box', () => {
  expect(subjectBox(paint('---', '---'))).toBeNull()
  expect(subjectBox(paint('#..', '..#'))).toBeNull()
  expect(subjectBox(paint('#'))).toBeNull()
})

test('D-14: the box bounds all pixels that have a neighbour', () => {
  const plane = fc
    .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        data: fc
          .array(fc.constantFrom(0, 0, 0, 12, 13, 255), {
            minLength: width * height,
            maxLength: width * height,
          })
          .map((values) => Uint8ClampedArray.from(values)),
      }),
    )
  fc.assert(
    fc.property(plane, (alpha) => {
      const on = Array.from(alpha.data, (value, i) => ({
        x: i % alpha.width,
        y: Math.floor(i / alpha.width),
        value,
      })).filter(({ value }) => value / 255 >= 0.05)
      const kept = on.filter((p) =>
        on.some((q) => q !== p && Math.abs(q.x - p.x) <= 1 && Math.abs(q.y - p.y) <= 1),
      )
      const xs = kept.map(({ x }) => x)
      const ys = kept.map(({ y }) => y)
      const expected =
        kept.length === 0
          ? null
          : {
              x: Math.min(...xs),
              y: Math.min(...ys),
              width: Math.max(...xs) - Math.min(...xs) + 1,
              height: Math.max(...ys) - Math.min(...ys) + 1,
            }
      expect(subjectBox(alpha)).toEqual(expected)
    }),
  )
})

/** Opaque where `isIn` says so. */
const opaqueWhere = (isIn: (x: number, y: number) => boolean, width = 40, height = 20): AlphaMask8 => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height }, (_, i) =>
    isIn(i % width, Math.floor(i / width)) ? 255 : 0,
  ),
})

test('the crop has a margin around the subject', () => {
  const matte = opaqueWhere((x, y) => x >= 15 && x < 25 && y >= 8 && y < 12)
  expect(cropAroundSubject(matte)).toEqual({ x: 13, y: 6, width: 14, height: 8 })
})

test('the crop stays inside the picture', () => {
  expect(cropAroundSubject(opaqueWhere((x, y) => x >= 30 && y < 10))).toEqual({
    x: 28,
    y: 0,
    width: 12,
    height: 12,
  })
})

test('a matte without a subject, or of haze alone, has no crop', () => {
  expect(cropAroundSubject(opaqueWhere(() => false))).toBeNull()
  const haze = opaqueWhere(() => true)
  haze.data.fill(100)
  expect(cropAroundSubject(haze)).toBeNull()
})

test('pasting replaces the pixels of the box and no others', () => {
  const matte = opaqueWhere(() => true)
  const box = { x: 30, y: 15, width: 4, height: 3 }
  const put = pasteMatte(
    matte,
    opaqueWhere(() => false, 4, 3),
    box,
  )
  const isHole = (x: number, y: number) => x >= 30 && x < 34 && y >= 15 && y < 18
  expect(put).toEqual(opaqueWhere((x, y) => !isHole(x, y)))
  expect(matte.data.every((value) => value === 255)).toBe(true)
})
