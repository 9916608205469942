import { expect, test } from 'vitest'
import { matteDoubt } from '#engine/matte-doubt.ts'

const matteOf = (...runs: [count: number, alpha: number][]) => {
  const data = Float32Array.from(runs.flatMap(([count, alpha]) => new Array<number>(count).fill(alpha)))
  return { width: data.length, height: 1, data }
}

test('a sharp subject leaves no doubt', () => {
  expect(matteDoubt(matteOf([60, 0], [40, 1]))).toBe(0)
})

test('haze counts over the area of the subject', () => {
  expect(matteDoubt(matteOf([50, 0], [10, 0.4], [40, 1]))).toBeCloseTo(0.1 / 0.41)
  expect(matteDoubt(matteOf([85, 0], [10, 0.4], [5, 1]))).toBeCloseTo(0.1 / 0.06)
})

test('a matte without a subject is as doubtful as can be', () => {
  expect(matteDoubt(matteOf([100, 0]))).toBe(Number.POSITIVE_INFINITY)
  expect(matteDoubt(matteOf([999, 0.3], [1, 1]))).toBe(Number.POSITIVE_INFINITY)
})
