import { expect, test } from 'vitest'
import { compositionLimits, noPlacement } from '#contract/composition.ts'
import { limited, placementAfterKey } from '#studio/composition/subject-handles.tsx'
import { matteBounds, placementStyle } from '#studio/viewer/placement-style.ts'

test('keys move, scale and turn the subject, and put it back', () => {
  const after = (...keys: string[]) =>
    keys.reduce((placement, key) => placementAfterKey(placement, key, false) ?? placement, noPlacement)
  expect(after('ArrowRight', 'ArrowDown')).toEqual({ ...noPlacement, x: 0.005, y: 0.005 })
  expect(after('+', ']').scale).toBeCloseTo(1.02)
  expect(after('[', '[').rotation).toBe(-2)
  expect(after('+', '-').scale).toBeCloseTo(1)
  expect(after('ArrowLeft', '+', ']', '0')).toEqual(noPlacement)
  expect(placementAfterKey(noPlacement, 'ArrowLeft', true)?.x).toBe(-0.05)
  expect(placementAfterKey(noPlacement, 'a', false)).toBeNull()
})

test('a placement never leaves its bounds', () => {
  const { move, scale } = compositionLimits
  expect(limited({ x: 3, y: -3, scale: 99, rotation: 200, flip: true })).toEqual({
    x: move.max,
    y: move.min,
    scale: scale.max,
    rotation: -160,
    flip: true,
  })
  expect(limited({ ...noPlacement, rotation: -181 }).rotation).toBe(179)
})

test('CSS places a subject about the middle of its box', () => {
  expect(placementStyle({ x: 0.1, y: 0, scale: 2, rotation: 30, flip: true }, { x: 0.25, y: 0.5 })).toEqual({
    transform: 'translate(10cqmin, 0cqmin) rotate(30deg) scale(-2, 2)',
    transformOrigin: '25% 50%',
  })
})

test("the frame of a clip's subject holds what its mattes show", () => {
  const size = { width: 4, height: 4 }
  const matte = (...inside: number[]) =>
    Uint8Array.from({ length: 16 }, (_, at) => (inside.includes(at) ? 255 : 5))
  expect(matteBounds(size, [matte(5), matte(6)])).toEqual({ x: 0.25, y: 0.25, width: 0.5, height: 0.25 })
  expect(matteBounds(size, [matte()])).toEqual({ x: 0, y: 0, width: 1, height: 1 })
})
