import { expect, test } from 'vitest'
import { blendMattes, confidenceWeight, type WeightedMatte } from '#engine/motion/blend-mattes.ts'
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

test.each([2, 12, 60])('tiles change nothing of a blend with motion up to %i', (reach) => {
  const mattes: [WeightedMatte, WeightedMatte] = [
    { matte: disc(70, 40), warp: wildWarp(reach), weight: 0.3 },
    { matte: disc(85, 50), warp: wildWarp(reach), weight: 0.7 },
  ]
  expect(blendMattes(mattes).data).toEqual(blendEverywhere(mattes))
})
