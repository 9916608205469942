import { describe, expect, test } from 'vitest'
import { formatTensor, tensorDimensions, toTensor } from '#engine/tensor.ts'

test('colours become planes of (value - 128) / 256, transparent ones white', () => {
  const data = Uint8ClampedArray.of(255, 128, 0, 255, 0, 64, 128, 255, 9, 9, 9, 0, 128, 192, 64, 255)
  const tensor = toTensor({ width: 2, height: 2, data }, { width: 2, height: 2 })
  const plane = (c: number) => Array.from(tensor.subarray(c * 4, c * 4 + 4), (value) => value + 0)
  expect(plane(0)).toEqual([127 / 256, -0.5, 127 / 256, 0])
  expect(plane(1)).toEqual([0, -0.25, 127 / 256, 0.25])
  expect(plane(2)).toEqual([-0.5, 0, 127 / 256, -0.25])
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

const canonical = { mean: [128, 128, 128], deviation: [256, 256, 256] } as const
const imageNet = { mean: [123.675, 116.28, 103.53], deviation: [58.395, 57.12, 57.375] } as const

/** Two pixels: red of both, green of both, blue of both. */
const values = [0, 255, 128, 64, 10, 200]
const picture = Float32Array.from(values, (value) => (value - 128) / 256)

test('a network of the canonical format gets the tensor itself', () => {
  expect(formatTensor(picture, { ...canonical, layout: 'NCHW' })).toBe(picture)
})

test('each channel has its own mean and deviation', () => {
  const input = formatTensor(picture, { ...imageNet, layout: 'NCHW' })
  values.forEach((value, index) => {
    const channel = Math.floor(index / 2)
    const { mean, deviation } = imageNet
    expect(input[index]).toBeCloseTo((value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1), 5)
  })
  expect(picture[0]).toBe(-0.5)
})

test('the layout NHWC interleaves the channels', () => {
  const input = formatTensor(picture, { mean: [0, 0, 0], deviation: [1, 1, 1], layout: 'NHWC' })
  expect([...input]).toEqual([0, 128, 10, 255, 64, 200])
})

test('the dimensions follow the layout', () => {
  const size = { width: 96, height: 64 }
  expect(tensorDimensions('NCHW', size)).toEqual([1, 3, 64, 96])
  expect(tensorDimensions('NHWC', size)).toEqual([1, 64, 96, 3])
})

describe('what is transparent', () => {
  /** Four pixels, of which the last is transparent, as they reach a network: 0 to 255. */
  const groundBehind = (grey: number) => {
    const colour = [grey, grey, grey, 255]
    const data = Uint8ClampedArray.from([...colour, ...colour, ...colour, 0, 0, 0, 0])
    return (toTensor({ width: 4, height: 1, data }, { width: 4, height: 1 })[3] ?? 0) * 256 + 128
  }

  test('is white behind subjects that are not', () => {
    for (const grey of [0, 40, 128, 200]) expect(groundBehind(grey)).toBe(255)
  })

  test('is another ground behind a subject as light', () => {
    for (const grey of [220, 240, 255]) expect(Math.abs(groundBehind(grey) - grey)).toBeGreaterThan(90)
  })
})
