import { expect, test } from 'vitest'
import { toTensor } from '#engine/tensor.ts'

test('colours become planes of (value - 128) / 256, and what is transparent is mid-grey', () => {
  const data = Uint8ClampedArray.of(255, 128, 0, 255, 0, 64, 128, 255, 9, 9, 9, 0, 128, 192, 64, 255)
  const tensor = toTensor({ width: 2, height: 2, data }, { width: 2, height: 2 })
  const plane = (c: number) => Array.from(tensor.subarray(c * 4, c * 4 + 4), (value) => value + 0)
  expect(plane(0)).toEqual([127 / 256, -0.5, 0, 0])
  expect(plane(1)).toEqual([0, -0.25, 0, 0.25])
  expect(plane(2)).toEqual([-0.5, 0, 0, -0.25])
})

test('the whole picture is squeezed to the size of the network', () => {
  const data = Uint8ClampedArray.from({ length: 40 * 10 * 4 }, (_, i) =>
    i % 4 === 3 || i % 160 < 80 ? 255 : 0,
  )
  const tensor = toTensor({ width: 40, height: 10, data }, { width: 64, height: 64 })
  expect(tensor).toHaveLength(3 * 64 * 64)
  expect(tensor[20 * 64 + 5]).toBeCloseTo(127 / 256, 2)
  expect(tensor[20 * 64 + 58]).toBeCloseTo(-0.5, 2)
})
