import { expect, test } from 'vitest'
import type { Click } from '#engine/clicks/click-grid.ts'
import { findFlowPair, reversed } from '#engine/motion/compose-flows.ts'
import { confirmByClicks } from '#engine/motion/propagate-clicks.ts'
import {
  type Correction,
  corrected,
  createCorrectionPropagator,
  toMovingFrame,
} from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const size = { width: 128, height: 96 }
const { width, height } = size
const square = { left: 40, top: 32, side: 32 }

const isIn = (i: number, left: number) => {
  const [x, y] = [i % width, Math.floor(i / width)]
  return x >= left && x < left + square.side && y >= square.top && y < square.top + square.side
}
/** A number from 0 to 1 that looks random, the same for the same place. */
const grainAt = (x: number, y: number) => {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453
  return value - Math.floor(value)
}
/** A red square with grain on grey ground with grain of its own; null leaves the ground alone. */
const picture = (left: number | null): Raster => {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const isSquare = left !== null && isIn(i, left)
    const value = isSquare ? 150 + 60 * grainAt(x - (left ?? 0), y) : 190 + 40 * grainAt(x + 7, y)
    data.set(isSquare ? [value, 40, 40] : [value, value, value], i * 4)
  }
  return { ...size, data }
}
const frame = (left: number | null) => toMovingFrame(picture(left))
/** 255 inside the square, and inside further columns to its right. */
const matte = (left: number | null, further = 0): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: width * height }, (_, i) =>
    left !== null && (isIn(i, left) || isIn(i, left + further)) ? 255 : 0,
  ),
})
const empty = matte(null)
const correctionTo = ({ data }: AlphaMask8): Correction => ({ ...size, change: Int16Array.from(data) })
const click: Click = {
  mode: 'keep',
  x: (square.left + square.side / 2) / width,
  y: (square.top + square.side / 2) / height,
}

/** The mattes after `made` was propagated from the first frame over the others. */
const propagatedOver = (
  made: AlphaMask8,
  lefts: readonly (number | null)[],
  mattes: readonly AlphaMask8[] = lefts.map(() => empty),
) => {
  const frames = lefts.map(frame)
  const [origin] = frames
  if (!origin) throw new Error('no frames')
  const propagator = createCorrectionPropagator(origin, correctionTo(made))
  return frames.slice(1).map((to, i) => {
    const before = mattes[i + 1] ?? empty
    const propagated = propagator.next(to, reversed(findFlowPair((frames[i] ?? origin).pyramid, to.pyramid)))
    const place = propagator.follow(click)
    const correction =
      propagated && confirmByClicks(to, before, propagated, place ? [{ ...click, ...place }] : [])
    return correction ? corrected(before, correction) : before
  })
}
const wrongPixels = (one: AlphaMask8 | undefined, other: AlphaMask8) =>
  other.data.reduce((count, value, i) => count + Number(Math.abs((one?.data[i] ?? 0) - value) > 127), 0)

test('a click on a still clip holds on all its frames', () => {
  const { left } = square
  for (const after of propagatedOver(matte(left), [left, left, left, left]))
    expect(wrongPixels(after, matte(left))).toBeLessThan(0.02 * square.side ** 2)
})

test('a click holds where its object moves', () => {
  const lefts = [40, 42, 44, 46]
  const after = propagatedOver(matte(40), lefts).at(-1)
  expect(wrongPixels(after, matte(46))).toBeLessThan(0.1 * square.side ** 2)
})

test('a click leaves a frame alone that is right already', () => {
  const { left } = square
  const [, second] = propagatedOver(matte(left), [left, left, left], [empty, empty, matte(left)])
  expect(second).toEqual(matte(left))
})

test('a click that took ground takes none on other frames', () => {
  const { left } = square
  const [after] = propagatedOver(matte(left, 16), [left, left])
  expect(wrongPixels(after, matte(left))).toBeLessThan(0.1 * square.side ** 2)
})

test('a click changes nothing where its object is gone', () => {
  const [after] = propagatedOver(matte(square.left), [square.left, null])
  expect(after).toEqual(empty)
})
