import { expect, test } from 'vitest'
import { type Click, toClickGrid } from '#engine/clicks/click-grid.ts'
import { viewFrom } from '#engine/clicks/grow-regions.ts'
import { likelihoodWeights } from '#engine/clicks/likelihood-weights.ts'
import { segmentLikelihoods } from '#engine/clicks/segment-likelihoods.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

const size = { width: 90, height: 60 }
const pixels = size.width * size.height

/** Six stripes, 15 px each; every second one is green, the others are blue. */
const picture: Raster = {
  ...size,
  data: Uint8ClampedArray.from({ length: pixels * 4 }, (_, i) => {
    const isGreen = Math.floor(((i >> 2) % size.width) / 15) % 2 === 0
    return [0, isGreen ? 200 : 20, isGreen ? 20 : 200, 255][i % 4] ?? 0
  }),
}
const matteOf = (alphas: readonly number[]): AlphaMaskF32 => ({
  ...size,
  data: Float32Array.from({ length: pixels }, (_, i) => alphas[Math.floor((i % size.width) / 15)] ?? 0),
})
const inStripe = (stripe: number, mode: Click['mode']): Click => ({ x: (stripe + 0.5) / 6, y: 0.5, mode })

function likelihoodsOf(alphas: readonly number[], click: Click, earlier: readonly Click[]): number[] {
  const grid = toClickGrid(picture, matteOf(alphas), [])
  const open = new Uint8Array(pixels).fill(1)
  const decided = new Uint8Array(pixels)
  const view = viewFrom(grid, open, click, earlier.length > 0 ? { clicks: earlier, decided } : null)
  const likelihoods = segmentLikelihoods(view, click, earlier, likelihoodWeights)
  const middle = Math.floor(size.height / 2) * size.width
  return alphas.map((_, stripe) => {
    const segment = grid.graph.segments.labels[middle + stripe * 15 + 7] ?? 0
    return likelihoods[segment] ?? Number.NaN
  })
}

test('a uncertain segment is likelier meant than certain ground', () => {
  const [, , uncertain = 0, , certain = 0] = likelihoodsOf([1, 0, 0.4, 0.4, 0, 0], inStripe(3, 'keep'), [])
  expect(uncertain).toBeGreaterThan(certain)
})

test('an opposite click makes the segment it is on less likely', () => {
  const alphas = [1, 0.3, 0.3, 0.3, 0.3, 0.3]
  const alone = likelihoodsOf(alphas, inStripe(2, 'keep'), [])
  const opposed = likelihoodsOf(alphas, inStripe(2, 'keep'), [inStripe(5, 'remove')])
  expect(opposed[5]).toBeLessThan(alone[5] ?? 0)
  for (const likelihood of [...alone, ...opposed]) {
    expect(likelihood).toBeGreaterThan(0)
    expect(likelihood).toBeLessThan(1)
  }
})
