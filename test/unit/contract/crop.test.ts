import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCrop, formatPadding, parseCrop, parsePadding } from '#contract/crop.ts'
import { words } from '#support/words.ts'

test.each([
  ['true', true],
  ['false', false],
  ['1:1', { width: 1, height: 1 }],
  ['16:9', { width: 16, height: 9 }],
  ['1.91:1', { width: 1.91, height: 1 }],
  ['.5:2', { width: 0.5, height: 2 }],
])('D-14: crop %s is accepted', (text, crop) => {
  expect(parseCrop(text)).toEqual(crop)
})

test.each([
  '',
  '4 : 3',
  ' 4:3',
  `${'9'.repeat(400)}:1`,
  ...words(`
  TRUE True yes 1 0 auto 4 4: :3 0:1 1:0 0.0:1 -4:3 4:-3 4/3 4x3 4:3:2 1e3:1 NaN:1 Infinity:1
`),
])('D-14: crop %j is refused', (text) => {
  expect(parseCrop(text)).toBeNull()
})

test.each([
  ['0', { x: 0, y: 0 }],
  ['0.1', { x: 0.1, y: 0.1 }],
  ['.25', { x: 0.25, y: 0.25 }],
  ['1', { x: 1, y: 1 }],
  ['1.0', { x: 1, y: 1 }],
  ['10%', { x: 0.1, y: 0.1 }],
  ['12.5%', { x: 0.125, y: 0.125 }],
  ['100%', { x: 1, y: 1 }],
  ['10%,5%', { x: 0.1, y: 0.05 }],
  ['10%, 5%', { x: 0.1, y: 0.05 }],
  ['0.2,0', { x: 0.2, y: 0 }],
  ['0.2,5%', { x: 0.2, y: 0.05 }],
])('D-15: padding %s is accepted', (text, padding) => {
  expect(parsePadding(text)).toEqual(padding)
})

test.each([
  '',
  '10 %',
  '5% 10%',
  ...words(`
  , 0.1, ,0.1 0.1,0.1,0.1 1.01 10 101% 100.1% -0.1 -5% 10px 10%% % . 1. 0,1, 1e-1 NaN
`),
])('D-15: padding %j is refused', (text) => {
  expect(parsePadding(text)).toBeNull()
})

test('padding and crop read back from their texts', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, share, (x, y) => {
      const read = parsePadding(formatPadding({ x, y }))
      expect(read?.x).toBeCloseTo(x, 15)
      expect(read?.y).toBeCloseTo(y, 15)
    }),
  )
  const length = fc.double({ min: 0.001, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(length, length, (width, height) => {
      expect(parseCrop(formatCrop({ width, height }))).toEqual({ width, height })
    }),
  )
  expect(parseCrop(formatCrop(true))).toBe(true)
  expect(parseCrop(formatCrop(false))).toBe(false)
})
