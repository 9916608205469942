import { expect, test } from 'vitest'
import { gradientCss } from '#studio/composition/composed-layers.tsx'
import { cqmin } from '#studio/viewer/placement-style.ts'

test('a gradient is drawn by CSS with the same places and angle', () => {
  const stops = [
    { color: '#ff0000', at: 0 },
    { color: '#0000ff', at: 0.5 },
  ]
  expect(gradientCss({ kind: 'gradient', shape: 'linear', angle: 45, stops })).toBe(
    'linear-gradient(45deg,#ff0000 0%,#0000ff 50%)',
  )
  expect(gradientCss({ kind: 'gradient', shape: 'radial', angle: 45, stops })).toBe(
    'radial-gradient(circle,#ff0000 0%,#0000ff 50%)',
  )
})

test('a share of the shorter side is a length of CSS', () => {
  expect([0, 0.0025, 1 / 3].map(cqmin)).toEqual(['0cqmin', '0.25cqmin', '33.333cqmin'])
})
