import { expect, test } from 'vitest'
import { applyClicks, type Click } from '#engine/clicks/apply-clicks.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

const size = { width: 96, height: 64 }

/** Grey ground with a red square on the left and a blue one on the right, each of 24 px. */
const picture: Raster = {
  ...size,
  data: Uint8ClampedArray.from({ length: size.width * size.height * 4 }, (_, i) => {
    const color = colorAt((i >> 2) % size.width, Math.floor((i >> 2) / size.width))
    return color[i % 4] ?? 0
  }),
}

function colorAt(x: number, y: number): readonly number[] {
  if (y >= 20 && y < 44 && x >= 12 && x < 36) return [200, 30, 30, 255]
  if (y >= 20 && y < 44 && x >= 60 && x < 84) return [30, 30, 200, 255]
  return [128, 128, 128, 255]
}

const matteOf = (alphaAt: (x: number, y: number) => number): AlphaMaskF32 => ({
  ...size,
  data: Float32Array.from({ length: size.width * size.height }, (_, i) =>
    alphaAt(i % size.width, Math.floor(i / size.width)),
  ),
})

/** The red square alone. */
const redMatte = matteOf((x, y) => Number(x >= 12 && x < 36 && y >= 20 && y < 44))
const onBlue = { x: 0.75, y: 0.5 }
const onRed = { x: 0.25, y: 0.5 }
const alphaAt = ({ data, width, height }: AlphaMaskF32, { x, y }: { x: number; y: number }) =>
  data[Math.floor(y * height) * width + Math.floor(x * width)]
const after = (matte: AlphaMaskF32, clicks: readonly Click[]) =>
  applyClicks({ picture, matte, features: null, clicks })

test('without clicks the matte is the same object', () => {
  expect(after(redMatte, [])).toBe(redMatte)
})

test('a click to keep adds only the square it is on', () => {
  const result = after(redMatte, [{ ...onBlue, mode: 'keep' }])
  expect(alphaAt(result, onBlue)).toBe(1)
  expect(alphaAt(result, { x: 0.64, y: 0.35 })).toBeGreaterThan(0.9)
  expect(alphaAt(result, { x: 0.5, y: 0.5 })).toBeLessThan(0.1)
  expect(alphaAt(result, onRed)).toBe(1)
})

test('a click to remove takes only the square it is on', () => {
  const all = matteOf((x, y) => Number(colorAt(x, y)[0] !== 128))
  const result = after(all, [{ ...onBlue, mode: 'remove' }])
  expect(alphaAt(result, onBlue)).toBe(0)
  expect(alphaAt(result, onRed)).toBe(1)
})
