import { expect, test } from 'vitest'
import { blendMattes, confidenceWeight, type WeightedMatte } from '#engine/motion/blend-mattes.ts'
import { addMatte, meanMatte, warpAccumulator } from '#engine/motion/matte-accumulator.ts'
import { mixedBoxes, tilesOf } from '#engine/motion/matte-tiles.ts'
import { sampleAt, type Warp, warpRows } from '#engine/motion/warp.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { seededRandom } from '#support/seeded-random.ts'

const size = { width: 150, height: 91 }
const coarse = { width: 60, height: 37 }
const pixels = size.width * size.height

/** A disc with a soft rim. */
const disc = (centreX: number, centreY: number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: pixels }, (_, i) => {
    const distance = Math.hypot((i % size.width) - centreX, Math.floor(i / size.width) - centreY)
    return (24 - distance) * 60
  }),
})

const random = seededRandom(7)
const noise = (scale: number) =>
  Float32Array.from({ length: coarse.width * coarse.height }, () => random() * scale)
const luma = (): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: pixels }, () => 90 + 20 * random()),
})

/** A flow that no two places share. */
const wildWarp = (reach: number): Warp => ({
  flow: { ...coarse, dx: noise(reach).map((x) => x - reach / 2), dy: noise(reach).map((y) => y - reach / 2) },
  confidence: { ...coarse, data: noise(1) },
  from: luma(),
  to: luma(),
})

/** As `blendMattes`, with every pixel interpolated. */
const blendEverywhere = (mattes: readonly WeightedMatte[]): Uint8ClampedArray => {
  const sum = new Float32Array(pixels)
  const weights = new Float32Array(pixels)
  for (const { matte, warp, weight } of mattes) {
    warpRows(warp, ({ x, y, confidence }, start, length) => {
      for (let i = 0; i < length; i++) {
        const alpha = sampleAt(matte, x[i] ?? 0, y[i] ?? 0)
        const w = ((confidence[i] ?? 0) + 0.02) * weight * (confidenceWeight[alpha | 0] ?? 0)
        weights[start + i] = (weights[start + i] ?? 0) + w
        sum[start + i] = (sum[start + i] ?? 0) + w * alpha
      }
    })
  }
  return Uint8ClampedArray.from(sum, (value, i) => value / (weights[i] ?? 0))
}

test('tiles of one alpha are left out of the boxes to interpolate', () => {
  const tiles = tilesOf(disc(75, 45))
  const boxes = mixedBoxes(tiles)
  const isMixed = new Uint8Array(pixels)
  for (const { x, y, width, height } of boxes) {
    for (let row = y; row < y + height; row++)
      isMixed.fill(1, row * size.width + x, row * size.width + x + width)
  }
  const { data } = disc(75, 45)
  expect(data.every((alpha, i) => alpha === 0 || alpha === 255 || isMixed[i] === 1)).toBe(true)
  expect(isMixed.reduce((sum, value) => sum + value, 0)).toBeLessThan(pixels / 2)
})

test.each([2, 12, 60])('tiles change nothing of a blend with motion up to %i', (reach) => {
  const mattes: [WeightedMatte, WeightedMatte] = [
    { matte: disc(70, 40), warp: wildWarp(reach), weight: 0.3 },
    { matte: disc(85, 50), warp: wildWarp(reach), weight: 0.7 },
  ]
  expect(blendMattes(mattes).data).toEqual(blendEverywhere(mattes))
})

test('the tiles a subject has left become ground again', () => {
  const still: Warp = { ...wildWarp(0), confidence: { ...coarse, data: noise(0).fill(1) } }
  const seen = addMatte(undefined, disc(40, 45), 1)
  let sums = seen
  for (let frame = 0; frame < 90; frame++) sums = addMatte(warpAccumulator(sums, still), disc(110, 45), 1)
  expect(mixedBoxes(seen.tiles).some(({ x }) => x < 48)).toBe(true)
  expect(mixedBoxes(sums.tiles).some(({ x }) => x < 48)).toBe(false)
  expect(meanMatte(sums, undefined).data).toEqual(disc(110, 45).data)
})
