import { expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizeAlpha } from '#engine/resample/resize.ts'

const disc = ({ width, height }: Size, x: number, y: number): number =>
  Math.min(
    1,
    Math.max(0, 0.5 + Math.min(width, height) * 0.3 - Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2)),
  )

/** An orange disc on a blue ground that is lighter towards the right, with a little texture. */
const paintDisc = (size: Size): Raster => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 4) {
      const alpha = disc(size, x, y)
      const texture = ((x * 13 + y * 7) % 5) * 2
      data[at] = alpha * 230 + (1 - alpha) * 30 + texture
      data[at + 1] = alpha * 120 + (1 - alpha) * 70 + texture
      data[at + 2] = alpha * 40 + (1 - alpha) * (120 + (60 * x) / size.width)
      data[at + 3] = 255
    }
  }
  return { ...size, data }
}

const truth = (size: Size): number[] =>
  Array.from(
    { length: size.width * size.height },
    (_, i) => disc(size, i % size.width, Math.floor(i / size.width)) * 255,
  )

/** What a network of 160 px a side would see of it. */
const networkMatte = (size: Size): AlphaMaskF32 => {
  const small = resizeAlpha(
    { ...size, data: Uint8ClampedArray.from(truth(size)) },
    { width: 160, height: 160 },
  )
  return { width: 160, height: 160, data: Float32Array.from(small.data, (value) => value / 255) }
}

const error = (alpha: ArrayLike<number>, size: Size): number => {
  const expected = truth(size)
  return expected.reduce((sum, value, i) => sum + Math.abs(value - (alpha[i] ?? 0)), 0) / expected.length
}

test.each([
  { width: 480, height: 360 },
  { width: 1600, height: 1200 },
])("refinement follows the photo's edge at $width x $height, unlike bilinear upsampling", (size) => {
  const matte = networkMatte(size)
  const refined = refineAlpha(paintDisc(size), matte)
  const bilinear = resizeAlpha({ ...matte, data: Uint8ClampedArray.from(matte.data, (a) => a * 255) }, size)
  expect(refined).toMatchObject(size)
  expect(error(refined.data, size)).toBeLessThan(0.5 * error(bilinear.data, size))
})

test.each([0, 1])('a matte of %i everywhere stays %i', (value) => {
  const size = { width: 300, height: 200 }
  const matte = { width: 32, height: 32, data: new Float32Array(32 * 32).fill(value) }
  expect(new Set(refineAlpha(paintDisc(size), matte).data)).toEqual(new Set([value * 255]))
})

test('pixels far from the edge become wholly opaque or transparent', () => {
  const size = { width: 480, height: 360 }
  const { data } = refineAlpha(paintDisc(size), networkMatte(size))
  expect(data[180 * 480 + 240]).toBe(255)
  expect(data[10 * 480 + 10]).toBe(0)
})

test.each([
  { width: 1, height: 1 },
  { width: 1, height: 13 },
  { width: 3000, height: 2 },
])('refinement works at $width x $height', (size) => {
  const matte = { width: 64, height: 64, data: new Float32Array(64 * 64).fill(1) }
  const { data } = refineAlpha(paintDisc(size), matte)
  expect(data).toHaveLength(size.width * size.height)
  expect(new Set(data)).toEqual(new Set([255]))
})
