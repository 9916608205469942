import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFlat, measureCells, visibleBox } from '#engine/edits/alpha-cells.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

const size = { width: 150, height: 100 }

/** Transparent, but for a rectangle of one alpha. */
const withBox = (left: number, top: number, width: number, height: number, value: number): AlphaMask8 => ({
  ...size,
  data: new Uint8ClampedArray(size.width * size.height).map((_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    return x >= left && x < left + width && y >= top && y < top + height ? value : 0
  }),
})
const planes = fc
  .tuple(fc.nat(149), fc.nat(99), fc.nat(150), fc.nat(100), fc.constantFrom(0, 1, 128, 255))
  .map((given) => withBox(...given))
const boxes = fc
  .tuple(fc.nat(148), fc.nat(98), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
  .map(([x, y, width, height]) => ({
    x,
    y,
    width: Math.min(width, size.width - x),
    height: Math.min(height, size.height - y),
  }))
const valuesIn = ({ data }: AlphaMask8, { x, y, width, height }: ReturnType<typeof visibleBox> & object) =>
  Array.from(
    { length: width * height },
    (_, i) => data[(y + Math.floor(i / width)) * size.width + x + (i % width)],
  )

test('a flat box is transparent all over or opaque all over', () => {
  fc.assert(
    fc.property(planes, boxes, (alpha, box) => {
      if (!isFlat(measureCells(alpha), box)) return
      const values = new Set(valuesIn(alpha, box))
      expect(values.size === 1 && (values.has(0) || values.has(255))).toBe(true)
    }),
  )
})

test('a wholly transparent or opaque plane is flat everywhere', () => {
  for (const value of [0, 255]) {
    const cells = measureCells({ ...size, data: withBox(0, 0, 150, 100, value).data })
    expect(isFlat(cells, { x: 0, y: 0, ...size })).toBe(true)
  }
  expect(visibleBox(measureCells(withBox(0, 0, 0, 0, 255)), size)).toBeNull()
})
