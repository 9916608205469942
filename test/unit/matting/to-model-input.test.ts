import { expect, test } from 'vitest'
import { toModelInput } from '#matting/to-model-input.ts'

test('a model of the usual mean and deviation gets the picture itself', () => {
  const picture = Float32Array.of(-0.5, 0, 0.25)
  expect(toModelInput(picture, { mean: [128, 128, 128], deviation: [256, 256, 256] })).toBe(picture)
})

test('another mean and deviation apply to the pixel values, each channel with its own', () => {
  const values = [0, 255, 128, 64, 10, 200]
  const picture = Float32Array.from(values, (value) => (value - 128) / 256)
  const [mean, deviation] = [
    [123.675, 116.28, 103.53],
    [58.395, 57.12, 57.375],
  ] as const
  const input = toModelInput(picture, { mean, deviation })
  values.forEach((value, index) => {
    const channel = Math.floor(index / 2)
    expect(input[index]).toBeCloseTo((value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1), 5)
  })
  expect(picture[0]).toBe(-0.5)
})
