import { expect, test } from 'vitest'
import { findFlowPair, reversed } from '#engine/motion/compose-flows.ts'
import {
  type Correction,
  corrected,
  correctionBetween,
  createCorrectionPropagator,
  type MovingFrame,
  toMovingFrame,
} from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

const size = { width: 96, height: 64 }
const { width, height } = size
const pixels = width * height

/** A picture with waves in both directions, moved to the right by `shift` pixels. */
const waves = (shift: number, brighter = 0): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: pixels }, (_, i) => {
    const x = (i % width) - shift
    const y = Math.floor(i / width)
    return 128 + brighter + 50 * Math.sin(x / 3.1) * Math.cos(y / 4.3) + 40 * Math.sin(x / 11 + y / 9)
  }),
})
const toFrame = ({ data }: AlphaMask8): MovingFrame =>
  toMovingFrame({
    ...size,
    data: Uint8ClampedArray.from({ length: pixels * 4 }, (_, i) => (i % 4 === 3 ? 255 : (data[i >> 2] ?? 0))),
  })
const flowBetween = (from: MovingFrame, to: MovingFrame) => findFlowPair(from.pyramid, to.pyramid)

/** A square of 20 x 20 pixels, which was added at `left`. */
const square = (left: number, value = 255): Correction => ({
  ...size,
  change: Int16Array.from({ length: pixels }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return x >= left && x < left + 20 && y >= 20 && y < 40 ? value : 0
  }),
})
const matte = (value: number): AlphaMask8 => ({ ...size, data: new Uint8ClampedArray(pixels).fill(value) })
const sum = ({ change }: Correction) => change.reduce((total, value) => total + Math.abs(value), 0)
const middleOf = ({ change }: Correction): number => {
  let [weight, at] = [0, 0]
  for (const [i, value] of change.entries()) {
    weight += Math.abs(value)
    at += Math.abs(value) * (i % width)
  }
  return at / weight
}
/** A correction after each of `frames`, from the first one, where it was made. */
const propagateOver = (
  made: Correction,
  frames: readonly MovingFrame[],
  stops: readonly (Correction | undefined)[] = [],
) => {
  const [origin, ...rest] = frames
  if (!origin) throw new Error('no frames')
  const propagator = createCorrectionPropagator(origin, made)
  return rest.map((frame, i) => {
    const before = frames[i] ?? origin
    return propagator.next(frame, reversed(flowBetween(before, frame)), stops[i + 1])
  })
}

test('equal mattes have no correction', () => {
  expect(correctionBetween(matte(90), matte(90))).toBeNull()
})

test('a correction stays in place without motion', () => {
  const still = toFrame(waves(0))
  for (const propagated of propagateOver(square(30), [still, still, still, still]))
    expect(propagated).toEqual(square(30))
})

test('a correction moves with the picture', () => {
  const frames = [0, 2, 4, 6].map((shift) => toFrame(waves(shift)))
  const last = propagateOver(square(30), frames).at(-1)
  if (!last) throw new Error('the correction ended')
  expect(middleOf(last)).toBeGreaterThan(middleOf(square(30)) + 5)
  expect(middleOf(last)).toBeLessThan(middleOf(square(30)) + 7)
})

test('a correction fades where the picture no longer shows the same', () => {
  const before = toFrame(waves(0))
  const amounts = [0, 20, 35, 60].map((brighter) => {
    const [propagated] = propagateOver(square(30), [before, toFrame(waves(0, brighter))])
    return propagated ? sum(propagated) : 0
  })
  expect(amounts[0]).toBe(sum(square(30)))
  for (const [i, amount] of amounts.entries()) expect(amount).toBeLessThanOrEqual(amounts[i - 1] ?? amount)
  expect(amounts.at(-1)).toBe(0)
})

test('a removal is propagated like an addition', () => {
  const frames = [0, 2].map((shift) => toFrame(waves(shift)))
  const [added] = propagateOver(square(30), frames)
  const [removed] = propagateOver(square(30, -255), frames)
  expect(removed?.change).toEqual(added?.change.map((value) => -value))
})

test('a newer correction stops at the place of an older one', () => {
  const still = toFrame(waves(0))
  const older = square(30)
  const [before, at, after] = propagateOver(
    square(40),
    [still, still, still, still],
    [undefined, undefined, older],
  )
  expect(before).toEqual(square(40))
  for (const propagated of [at, after]) {
    expect(propagated && sum(propagated)).toBe(sum(square(40)) / 2)
    expect(propagated?.change.every((value, i) => value === 0 || older.change[i] === 0)).toBe(true)
  }
})

test('a correction that the matte has already changes nothing', () => {
  const subject = corrected(matte(0), square(30))
  expect(corrected(subject, square(31))).toEqual(subject)
})

test('a correction fades where another colour has the same brightness', () => {
  const grey = toFrame(waves(0))
  const tinted = {
    ...grey.colors,
    data: grey.colors.data.map((value, i) => (i % 4 === 2 ? value + 120 : value)),
  }
  const [propagated] = propagateOver(square(30), [grey, { ...grey, colors: tinted }])
  expect(propagated).toBeNull()
})
