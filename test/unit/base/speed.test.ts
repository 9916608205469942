import { expect, test } from 'vitest'
import { createSpeed } from '#base/speed.ts'

test('what was measured last counts most', () => {
  const speed = createSpeed()
  expect(speed.secondsFor(3)).toBeNull()
  speed.learn(2, 4, 0.5)
  expect(speed.secondsFor(12)).toBe(6)
  speed.learn(2, 2, 0.5)
  expect(speed.secondsFor(1)).toBe(0.75)
  for (let times = 0; times < 60; times++) speed.learn(6, 2, 0.5)
  expect(speed.secondsFor(1)).toBeCloseTo(3)
})
