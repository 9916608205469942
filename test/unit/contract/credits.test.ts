import { expect, test } from 'vitest'
import { creditsForImage, creditsForVideo } from '#contract/credits.ts'

test('a successful image costs 1 credit', () => {
  expect(creditsForImage).toBe(1)
})

test.each([
  [0, 30, 5],
  [0.2, 30, 5],
  [1, 30, 5],
  [1.01, 30, 10],
  [10, 24, 50],
  [10.5, 29.97, 55],
  [300, 30, 1500],
  [10, 30.05, 50],
  [10, 30.06, 100],
  [10, 60, 100],
  [0.1, 60, 10],
  [5.000_000_1, 30, 25],
])('D-37: %d seconds at %d frames a second cost %d credits', (seconds, fps, credits) => {
  expect(creditsForVideo(seconds, fps)).toBe(credits)
})
