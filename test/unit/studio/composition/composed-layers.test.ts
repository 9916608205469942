import { expect, test } from 'vitest'
import { gradientCss, subjectFilter } from '#studio/composition/composed-layers.tsx'

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

test('a shadow falls in its direction, below the outline', () => {
  const shadow = { angle: 90, distance: 0.1, softness: 0.02, opacity: 0.5, color: '#102030' }
  expect(subjectFilter({ shadow, outline: null })).toBe('drop-shadow(10cqmin 0cqmin 2cqmin #10203080)')
  const both = subjectFilter({ shadow, outline: { width: 0.01, color: '#ffffff' } })?.split(' drop')
  expect(both).toHaveLength(9)
  expect(both?.at(-1)).toContain('#10203080')
  expect(subjectFilter({ shadow: { ...shadow, opacity: 0 }, outline: null })).toBeUndefined()
})
