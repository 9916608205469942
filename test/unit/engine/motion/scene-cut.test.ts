import { expect, test } from 'vitest'
import { findFlowPair } from '#engine/motion/compose-flows.ts'
import { toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import { cutResidual, sceneResidual } from '#engine/motion/scene-cut.ts'
import type { Raster } from '#engine/raster.ts'
import { paintScene } from '#support/painted-rasters.ts'

const size = { width: 160, height: 96 }

const areApart = (first: Raster, second: Raster): boolean => {
  const before = toLumaPyramid(toLuma(first))
  const after = toLumaPyramid(toLuma(second))
  return sceneResidual(before[0], after[0], findFlowPair(before, after)) > cutResidual
}

test('frames of different scenes differ from frames of one scene', () => {
  expect(areApart(paintScene(size), paintScene(size, { seed: 2.5 }))).toBe(true)
  expect(areApart(paintScene(size), paintScene(size))).toBe(false)
})

test('neither fast motion nor an entering disc is a scene cut', () => {
  expect(areApart(paintScene(size), paintScene(size, { shift: 12 }))).toBe(false)
  expect(areApart(paintScene(size), paintScene(size, { disc: { x: 80, y: 48, radius: 30 } }))).toBe(false)
})

test('neither a flash nor a fade is a scene cut', () => {
  expect(areApart(paintScene(size), paintScene(size, { light: 60 }))).toBe(false)
  expect(areApart(paintScene(size), paintScene(size, { light: -20 }))).toBe(false)
})

test('two black frames with noise belong to one scene', () => {
  const black = (bit: number): Raster => ({
    ...size,
    data: Uint8ClampedArray.from({ length: size.width * size.height * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : (i * bit) % 3,
    ),
  })
  expect(areApart(black(7), black(11))).toBe(false)
})
