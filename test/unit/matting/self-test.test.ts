import { expect, test } from 'vitest'
import { selfTestFault, selfTestInput, selfTestSizeFor } from '#matting/self-test.ts'

const size = selfTestSizeFor({ multipleOf: 64 })
const { width, height } = size
const matteOf = (value: (inDisc: boolean, x: number, y: number) => number) => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return value(Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5) < 0.3, x, y)
  }),
})

test('the picture is a dark disc on a light ground', () => {
  const input = selfTestInput(size)
  expect(input).toHaveLength(3 * width * height)
  expect(input.every((value) => value >= -0.5 && value < 0.5)).toBe(true)
  for (let channel = 0; channel < 3; channel++) {
    const plane = input.subarray(channel * width * height, (channel + 1) * width * height)
    expect(plane.filter((value) => value < 0).length / plane.length).toBeCloseTo(Math.PI * 0.09, 2)
  }
})

test('a sharp disc passes, and so does a slightly soft one', () => {
  expect(
    selfTestFault(
      matteOf((inDisc) => (inDisc ? 1 : 0)),
      size,
    ),
  ).toBeUndefined()
  expect(
    selfTestFault(
      matteOf((inDisc) => (inDisc ? 0.985 : 0.01)),
      size,
    ),
  ).toBeUndefined()
})

test.for<[what: string, value: (inDisc: boolean, x: number, y: number) => number]>([
  ['nothing but zeros, as fp16 overflow leaves', () => 0],
  ['nothing but ones', () => 1],
  ['NaN everywhere', () => Number.NaN],
  ['a single NaN', (inDisc, x, y) => (x === 5 && y === 9 ? Number.NaN : Number(inDisc))],
  ['the ground instead of the disc', (inDisc) => (inDisc ? 0 : 1)],
  [
    'a ghost of the disc a tenth of the picture aside',
    (_, x, y) => (Math.hypot((x + 0.5) / width - 0.6, (y + 0.5) / height - 0.5) < 0.3 ? 1 : 0),
  ],
  ['a faint second disc over the right one', (inDisc, x) => (inDisc ? 1 : x > width / 2 ? 0.3 : 0)],
  ['half of the disc', (inDisc, x) => (inDisc && x > width / 2 ? 1 : 0)],
  ['stripes', (_, x) => (x % 2 === 0 ? 1 : 0)],
])('the self-test rejects %s', ([, value]) => {
  expect(selfTestFault(matteOf(value), size)).toBeTypeOf('string')
})

test('the self-test rejects a matte of another size', () => {
  expect(selfTestFault({ width: 64, height: 64, data: new Float32Array(64 * 64) }, size)).toMatch(/size/)
})

test('the picture has the smallest allowed size from 128 px on', () => {
  expect(size).toEqual({ width: 128, height: 128 })
  expect(selfTestSizeFor({ multipleOf: 48 })).toEqual({ width: 144, height: 144 })
  expect(selfTestSizeFor({ width: 96, height: 64 })).toEqual({ width: 96, height: 64 })
})

test('a drawn person has a light face, and is no disc', () => {
  const side = { width: 64, height: 64 }
  const input = selfTestInput(side, 'person')
  const [red = 0, , blue = 0] = [0, 1, 2].map((channel) => input[channel * 64 * 64 + 29 * 64 + 32])
  expect(red - blue).toBeGreaterThan(0.2)
  const drawn = selfTestInput(side, 'disc').slice(0, 64 * 64)
  const disc = { ...side, data: drawn.map((value) => (value < 0 ? 1 : 0)) }
  expect(selfTestFault(disc, side, 'disc')).toBeUndefined()
  expect(selfTestFault(disc, side, 'person')).toMatch(/of a drawn person$/)
})
