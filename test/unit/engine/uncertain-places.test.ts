import { expect, test } from 'vitest'
import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { uncertainPlaces } from '#engine/uncertain-places.ts'

type Painted = Box & { readonly alpha: number }

/** Boxes in fractions of a matte, each of one alpha, later ones over earlier. */
const painted = (boxes: readonly Painted[], size: Size = { width: 384, height: 288 }): AlphaMask8 => {
  const data = new Uint8ClampedArray(size.width * size.height)
  for (const { x, y, width, height, alpha } of boxes)
    for (let row = Math.round(y * size.height); row < (y + height) * size.height; row++)
      data.fill(
        alpha * 255,
        row * size.width + Math.round(x * size.width),
        row * size.width + Math.round((x + width) * size.width),
      )
  return { ...size, data }
}

const body: Painted = { x: 0.3, y: 0.2, width: 0.4, height: 0.7, alpha: 1 }
const dress: Painted = { x: 0.4, y: 0.4, width: 0.2, height: 0.3, alpha: 0.5 }
const arm: Painted = { x: 0.7, y: 0.45, width: 0.2, height: 0.1, alpha: 0.2 }

/** Sides as fractions, to a fortieth: half of a cell on each side. */
const near = (box: Box) =>
  Object.fromEntries(Object.entries(box).map(([side, value]) => [side, expect.closeTo(value, 1.3)]))

test('a matte that is sure has no place in doubt', () => {
  expect(uncertainPlaces(painted([body]))).toEqual([])
  expect(uncertainPlaces(painted([]))).toEqual([])
})

test('an even area of half alpha is half see-through, in its box', () => {
  const { alpha: _, ...box } = dress
  expect(uncertainPlaces(painted([body, dress]))).toEqual([{ kind: 'seeThrough', box: near(box) }])
})

test('a faint area beside the subject may be a missing part', () => {
  const { alpha: _, ...box } = arm
  expect(uncertainPlaces(painted([body, arm]))).toEqual([{ kind: 'missing', box: near(box) }])
})

test('the three largest places are returned, the largest first', () => {
  const spots = [0.1, 0.3, 0.5, 0.7].map((x, i) => ({
    x,
    y: 0.2,
    width: 0.06 + i * 0.03,
    height: 0.5,
    alpha: 0.5,
  }))
  const lefts = uncertainPlaces(painted(spots)).map(({ box }) => box.x)
  expect(lefts).toEqual([0.7, 0.5, 0.3].map((x) => expect.closeTo(x, 1)))
})

test('specks beside a large place are left out', () => {
  const speck = { x: 0.05, y: 0.05, width: 0.03, height: 0.03, alpha: 0.5 }
  expect(uncertainPlaces(painted([body, dress, speck]))).toHaveLength(1)
})

test('places whose boxes overlap are one', () => {
  const corner = [
    { x: 0.2, y: 0.2, width: 0.5, height: 0.08, alpha: 0.5 },
    { x: 0.2, y: 0.2, width: 0.08, height: 0.5, alpha: 0.5 },
    { x: 0.4, y: 0.4, width: 0.2, height: 0.2, alpha: 0.5 },
  ]
  expect(uncertainPlaces(painted(corner))).toHaveLength(1)
})
