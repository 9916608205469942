import colorNames from 'color-name'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColor, parseColor } from '#contract/color.ts'
import { words } from '#support/words.ts'

const byte = fc.integer({ min: 0, max: 255 })

test.each([
  ['#fff', { r: 255, g: 255, b: 255 }],
  ['#1aF', { r: 17, g: 170, b: 255 }],
  ['#12aBfF', { r: 18, g: 171, b: 255 }],
  ['rgb(1, 2, 3)', { r: 1, g: 2, b: 3 }],
  ['rgb(255,0,0)', { r: 255, g: 0, b: 0 }],
  ['rgb( 0 , 10 , 20 )', { r: 0, g: 10, b: 20 }],
  ['white', { r: 255, g: 255, b: 255 }],
  ['CornflowerBlue', { r: 100, g: 149, b: 237 }],
  ['REBECCAPURPLE', { r: 102, g: 51, b: 153 }],
  ['darkgrey', { r: 169, g: 169, b: 169 }],
])('D-11: bg_color %s is a colour', (text, color) => {
  expect(parseColor(text)).toEqual(color)
})

test.each([
  '',
  ' white',
  'white ',
  'rgb(256, 0, 0)',
  'rgb(-1, 0, 0)',
  'rgb(1.5, 0, 0)',
  'rgb(10%, 0%, 0%)',
  'rgb(1, 2)',
  'rgb(1, 2, 3, 4)',
  'rgb(1 2 3)',
  'rgb (1, 2, 3)',
  'rgba(1, 2, 3, 1)',
  'hsl(0, 0%, 0%)',
  'white\n',
  ...words(`
  transparent currentcolor toString __proto__ fff ffffff # #ff #ffff #fffff #fffffff #ffffff80 #ggg #-12
`),
])('D-11: bg_color %j is refused', (text) => {
  expect(parseColor(text)).toBeNull()
})

test('D-11: there are 148 colour names, read in any case', () => {
  const names = Object.entries(colorNames)
  expect(names).toHaveLength(148)
  for (const [name, [r, g, b]] of names) expect(parseColor(name.toUpperCase())).toEqual({ r, g, b })
})

test('hex and rgb() texts of a colour give the same value', () => {
  fc.assert(
    fc.property(byte, byte, byte, (r, g, b) => {
      expect(parseColor(formatColor({ r, g, b }))).toEqual({ r, g, b })
      expect(parseColor(formatColor({ r, g, b }).toUpperCase())).toEqual({ r, g, b })
      expect(parseColor(`rgb(${r}, ${g}, ${b})`)).toEqual({ r, g, b })
    }),
  )
})
