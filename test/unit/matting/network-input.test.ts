import { expect, test } from 'vitest'
import { inputDimensions, takesSize, toNetworkInput } from '#matting/network-input.ts'

const canonical = { mean: [128, 128, 128], deviation: [256, 256, 256] } as const
const imageNet = { mean: [123.675, 116.28, 103.53], deviation: [58.395, 57.12, 57.375] } as const

/** Two pixels: red of both, green of both, blue of both. */
const values = [0, 255, 128, 64, 10, 200]
const picture = Float32Array.from(values, (value) => (value - 128) / 256)

test('a network of the canonical normalisation gets the picture itself', () => {
  expect(toNetworkInput(picture, { ...canonical, layout: 'NCHW' })).toBe(picture)
})

test('another mean and deviation apply to the pixel values, each channel with its own', () => {
  const input = toNetworkInput(picture, { ...imageNet, layout: 'NCHW' })
  values.forEach((value, index) => {
    const channel = Math.floor(index / 2)
    const { mean, deviation } = imageNet
    expect(input[index]).toBeCloseTo((value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1), 5)
  })
  expect(picture[0]).toBe(-0.5)
})

test('the layout NHWC interleaves the channels', () => {
  const input = toNetworkInput(picture, { mean: [0, 0, 0], deviation: [1, 1, 1], layout: 'NHWC' })
  expect([...input]).toEqual([0, 128, 10, 255, 64, 200])
})

test('the dimensions follow the layout', () => {
  const size = { width: 96, height: 64 }
  expect(inputDimensions('NCHW', size)).toEqual([1, 3, 64, 96])
  expect(inputDimensions('NHWC', size)).toEqual([1, 64, 96, 3])
})

test('a size is taken where both sides are multiples, or where it is the only one', () => {
  expect(takesSize({ multipleOf: 64 }, { width: 128, height: 64 })).toBe(true)
  expect(takesSize({ multipleOf: 64 }, { width: 128, height: 96 })).toBe(false)
  expect(takesSize({ width: 96, height: 64 }, { width: 96, height: 64 })).toBe(true)
  expect(takesSize({ width: 96, height: 64 }, { width: 64, height: 96 })).toBe(false)
})
