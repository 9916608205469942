import { expect, test } from 'vitest'
import { followOwnEdges } from '#engine/follow-own-edges.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

/** One row of alphas as a picture of 9 rows. */
const pictureOf = (...alphas: readonly number[]): Raster => {
  const data = new Uint8ClampedArray(alphas.length * 9 * 4)
  for (let i = 0; i < alphas.length * 9; i++) data[i * 4 + 3] = alphas[i % alphas.length] ?? 0
  return { width: alphas.length, height: 9, data }
}
const matteOf = (...alphas: readonly number[]): AlphaMaskF32 => ({
  width: alphas.length,
  height: 9,
  data: Float32Array.from({ length: alphas.length * 9 }, (_, i) => alphas[i % alphas.length] ?? 0),
})
const rowOf = ({ data, width }: AlphaMaskF32) => [...data.subarray(4 * width, 5 * width)]

test('a matte that shaves off an edge reaches the own edge', () => {
  const cutout = pictureOf(0, 0, 128, 255, 255, 255, 255, 255)
  expect(rowOf(followOwnEdges(matteOf(0, 0, 0, 0.25, 1, 1, 1, 1), cutout))).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
  expect(rowOf(followOwnEdges(matteOf(0, 0, 0, 0.75, 1, 1, 1, 1), cutout))).toEqual([
    0, 0, 0.75, 1, 1, 1, 1, 1,
  ])
})

test('areas removed inside by a network stay removed', () => {
  const rough = pictureOf(0, 255, 255, 255, 255, 255, 255, 255)
  const matte = matteOf(0, 0, 0, 0, 0, 0, 1, 1)
  expect(rowOf(followOwnEdges(matte, rough))).toEqual(rowOf(matte))
})

test('a part that the network missed stays faint', () => {
  const cutout = pictureOf(0, 255, 255, 255, 255, 0)
  const matte = matteOf(0, 0.25, 0.375, 0.375, 0.25, 0)
  expect(rowOf(followOwnEdges(matte, cutout))).toEqual(rowOf(matte))
})

test('the matte of an opaque picture stays the same object', () => {
  const matte = matteOf(0, 0.25, 1, 1)
  expect(followOwnEdges(matte, pictureOf(255, 255, 255, 255))).toBe(matte)
})
