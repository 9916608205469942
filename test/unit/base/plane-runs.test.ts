import { expect, test } from 'vitest'
import { areRunsOf, fromRuns, toRuns } from '#base/plane-runs.ts'

const size = { width: 4, height: 2 }

test('a plane is the same after its runs, within one thirtieth', () => {
  const data = [0, 0, 0.5, 1, 1, 1, 0.26, 0]
  const { runs } = toRuns({ ...size, data })
  expect(runs).toHaveLength(5)
  for (const [at, value] of fromRuns({ ...size, runs }).entries())
    expect(Math.abs(value - (data[at] ?? Number.NaN))).toBeLessThan(0.034)
})

test('runs cover each pixel once', () => {
  expect(areRunsOf(size, toRuns({ ...size, data: new Float32Array(8) }).runs)).toBe(true)
  for (const runs of [
    [],
    [7 * 16],
    [9 * 16],
    [8 * 16, 15],
    [4 * 16, 4.5 * 16.1],
    [-16, 9 * 16],
    ['128'],
    'runs',
  ])
    expect(areRunsOf(size, runs)).toBe(false)
})
