import { expect, test } from 'vitest'
import { fromHalves, toHalves } from '#build/networks/half-floats.ts'

const half = (value: number): number => toHalves(Float32Array.of(value))[0] ?? Number.NaN

test('every finite half keeps its bits through float32', () => {
  const bits = Uint16Array.from({ length: 65536 }, (_, index) => index)
  const values = fromHalves(bits)
  const finite = bits.filter((_, index) => Number.isFinite(values[index]))
  expect(finite).toHaveLength(65536 - 2 * 1024)
  expect(toHalves(fromHalves(finite))).toEqual(finite)
})

// Examples of IEEE 754-2019, binary16.
test.for([
  [0x3c00, 1],
  [0xc000, -2],
  [0x7bff, 65504],
  [0x0400, 2 ** -14],
  [0x0001, 2 ** -24],
  [0x3555, 0.333251953125],
] as const)('bits %i stand for %f', ([bits, value]) => {
  expect(fromHalves(Uint16Array.of(bits))[0]).toBe(value)
  expect(half(value)).toBe(bits)
})

test('a number between two halves becomes the nearer or the even one', () => {
  const step = 2 ** -10
  expect(half(1 + 0.4 * step)).toBe(0x3c00)
  expect(half(1 + 0.6 * step)).toBe(0x3c01)
  expect(half(1 + 0.5 * step)).toBe(0x3c00)
  expect(half(1 + 1.5 * step)).toBe(0x3c02)
  expect(half(1.5 * 2 ** -24)).toBe(0x0002)
  expect(half(2.5 * 2 ** -24)).toBe(0x0002)
  expect(half(2 ** -14 - 2 ** -26)).toBe(0x0400)
})

test('a number beyond half precision is refused', () => {
  expect(() => half(70_000)).toThrow('70000')
  expect(() => half(Number.NaN)).toThrow('NaN')
})
